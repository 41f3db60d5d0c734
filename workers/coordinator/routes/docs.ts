import type { App } from '../endpoint.ts';

/** Swagger UI is served from here and talks to here; nothing else may load or run. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Casement API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

// The validator of Swagger UI is a public service: switched off, nothing leaves this origin.
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', validatorUrl: null, deepLinking: true });
`;

const HOUR = 'public, max-age=3600';

/** What the document says of the whole API. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Casement',
    version: '0.1.0',
    description: 'Assembles, health-checks and explains context windows',
  },
  servers: [{ url: '/' }],
};

/** `/openapi.json`, `/docs`, and `/`, which leads there. */
export function docsRoutes(app: App): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
  });
  app.get('/', (c) => c.redirect('/docs'));
  app.get('/openapi.json', (c) => c.json(app.getOpenAPI31Document(DOCUMENT)));
  app.get('/docs', (c) => {
    c.header('content-security-policy', POLICY);
    return c.html(PAGE);
  });
  app.get('/docs/start.js', (c) =>
    c.body(START, { headers: { 'content-type': 'text/javascript; charset=utf-8' } }),
  );
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    app.get(`/docs/${file}`, async (c) => {
      const asset = await c.env.ASSETS.fetch(new URL(`/docs/${file}`, c.req.url), {
        headers: c.req.raw.headers,
      });
      const answer = new Response(asset.body, asset);
      answer.headers.set('cache-control', HOUR);
      return answer;
    });
  }
}
