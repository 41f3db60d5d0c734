/** Loaded into wrangler by `node --import`: it ends, with its runtime, when the dev runner is gone. */
import { watchParent } from './parent-watch.ts';

watchParent(() => process.kill(process.pid, 'SIGTERM'));
