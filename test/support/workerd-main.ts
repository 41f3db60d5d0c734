/** The one Worker that tests of `workers/**` run in: every entrypoint of every Worker, under its own name. */

export { default } from '../../workers/coordinator/index.ts';
export { VectorizeStandIn, VectorizeStore } from '../../workers/local/vectorize.ts';
export { default as Memory } from '../../workers/memory/index.ts';
export { default as Offload } from '../../workers/offload/index.ts';
export { default as Scoring } from '../../workers/scoring/index.ts';
