import type { App } from './endpoint.ts';

/** Methods that a path has routes for, for a 405; empty when nothing is there at all. */
export function allowedMethods(app: App, path: string): readonly string[] {
  const methods = app.routes
    .filter((route) => route.method !== 'ALL' && matches(route.path, path))
    .map((route) => route.method);
  const unique = new Set(methods);
  if (unique.has('GET')) unique.add('HEAD');
  return [...unique].sort();
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  );
}
