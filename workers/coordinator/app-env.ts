import type { CoordinatorEnv } from './env.ts';
import type { ServerTiming } from './server-timing.ts';

/** Types of the app's context: bindings, and what the middleware sets. */
export interface AppEnv {
  Bindings: CoordinatorEnv;
  Variables: {
    requestId: string;
    /** The tenant of the key; set behind `authenticate`. */
    tenant: string;
    /** The name of the key, for records of who did what. */
    keyName: string;
    timing: ServerTiming;
    /** Users that the answer is about; see `concerns`. */
    subjects: Set<string>;
  };
}
