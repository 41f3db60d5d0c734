import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { problem } from '../http-error.ts';
import { holderOfKey, type KeyHolder, sha256 } from '../store/keys.ts';

/** The local server's key. */
const DEV_HOLDER: KeyHolder = { tenant: 'dev', name: 'dev' };

/** Lets a request through with the tenant of its key; 401 for a missing or unknown key. */
export const authenticate = createMiddleware<AppEnv>(async (c, next) => {
  const key = presentedKey(c.req.raw.headers);
  const holder = key === null ? null : await holderOf(c.env, key);
  if (holder === null) {
    const detail =
      key === null
        ? 'Missing key: send "Authorization: Bearer <key>" or "x-api-key: <key>"'
        : 'Unknown key: create one with "npm run key -- create --tenant NAME"';
    const answer = problem({ code: 'unauthorized', detail }, c.get('requestId'));
    answer.headers.set('www-authenticate', 'Bearer');
    return answer;
  }
  c.set('tenant', holder.tenant);
  c.set('keyName', holder.name);
  c.get('timing').mark('auth');
  await next();
  return undefined;
});

function presentedKey(headers: Headers): string | null {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1];
  const key = bearer ?? headers.get('x-api-key')?.trim();
  return key === undefined || key === '' ? null : key;
}

async function holderOf(env: AppEnv['Bindings'], key: string): Promise<KeyHolder | null> {
  // Hashes are compared, not keys: the time it takes says nothing of how much of a key is right.
  if (env.DEV_KEY !== undefined && (await sha256(key)) === (await sha256(env.DEV_KEY))) {
    return DEV_HOLDER;
  }
  return holderOfKey(env.DB, key);
}
