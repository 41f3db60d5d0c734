import { storeGuard } from '../../shared/store-guard.ts';

/** Runs database calls of this Worker; what they throw is logged as one line and becomes a failure value. */
export const guard = storeGuard((fields) => console.error(JSON.stringify(fields)));
