/**
 * Stands in for a Vectorize binding, which has no local simulator. A service binding of the same name
 * leads here; the methods, limits and the late visibility of writes are those of the service.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import {
  checkBatch,
  checkConfig,
  checkIds,
  checkOptions,
  checkValues,
  type IndexConfig,
  type MetadataType,
} from './vectorize-limits.ts';
import type { VectorizeStore } from './vectorize-store.ts';

export { VectorizeStore } from './vectorize-store.ts';

/** What the binding says about the index it leads to. */
export interface VectorizeProps {
  readonly index: string;
  readonly dimensions: number;
  readonly metadataIndexes?: Readonly<Record<string, MetadataType>>;
  /** Milliseconds until a write becomes visible; 0 when absent. The real service takes seconds. */
  readonly delayMs?: number;
}

/** `VectorizeIndexInfo` as the service sends it: an ISO time and a UUID (upstream types say numbers). */
interface IndexFacts {
  readonly vectorCount: number;
  readonly dimensions: number;
  readonly processedUpToDatetime: string;
  readonly processedUpToMutation: string;
}

interface Env {
  readonly INDEXES: DurableObjectNamespace<VectorizeStore>;
}

/** The methods of `Vectorize`. Each throws an Error where the service would refuse the call. */
export class VectorizeStandIn extends WorkerEntrypoint<Env, VectorizeProps> {
  /** Facts about the index. */
  async describe(): Promise<IndexFacts> {
    const info = await this.#store().info();
    return {
      vectorCount: info.count,
      dimensions: this.#config().dimensions,
      processedUpToDatetime: new Date(info.atMs).toISOString(),
      processedUpToMutation: info.mutation,
    };
  }

  /** Adds or replaces vectors. */
  async upsert(vectors: VectorizeVector[]): Promise<VectorizeAsyncMutation> {
    return this.#write('upsert', vectors);
  }

  /** Adds vectors; one whose id exists is left as it was. */
  async insert(vectors: VectorizeVector[]): Promise<VectorizeAsyncMutation> {
    return this.#write('insert', vectors);
  }

  /** Removes vectors. Unknown ids are ignored. */
  async deleteByIds(ids: string[]): Promise<VectorizeAsyncMutation> {
    checkIds(ids);
    const changes = ids.map((id) => ({ id }));
    return { mutationId: await this.#store().write('delete', changes, this.#delayMs()) };
  }

  /** Vectors by id, without a score. Unknown ids are left out. */
  async getByIds(ids: string[]): Promise<VectorizeVector[]> {
    checkIds(ids);
    return this.#store().get(ids);
  }

  /** The nearest vectors by cosine, best first. */
  async query(
    vector: VectorFloatArray | number[],
    options: VectorizeQueryOptions = {},
  ): Promise<VectorizeMatches> {
    const config = this.#config();
    const values = checkValues(config, vector, 'query vector');
    return this.#store().search(config, values, checkOptions(options), options.filter);
  }

  /** The nearest vectors to one that is in the index. @throws Error when it is not. */
  async queryById(id: string, options: VectorizeQueryOptions = {}): Promise<VectorizeMatches> {
    const [vector] = await this.getByIds([id]);
    if (vector === undefined) throw new Error(`Cannot query index: vector "${id}" not found`);
    return this.query(Float32Array.from(vector.values), options);
  }

  async #write(
    operation: 'insert' | 'upsert',
    vectors: VectorizeVector[],
  ): Promise<VectorizeAsyncMutation> {
    const changes = checkBatch(this.#config(), vectors).map((vector) => ({
      id: vector.id,
      vector,
    }));
    return { mutationId: await this.#store().write(operation, changes, this.#delayMs()) };
  }

  #config(): IndexConfig {
    const { index, dimensions, metadataIndexes = {} } = this.ctx.props;
    const config = { name: index, dimensions, metadataIndexes };
    checkConfig(config);
    return config;
  }

  #delayMs(): number {
    return this.ctx.props.delayMs ?? 0;
  }

  #store(): DurableObjectStub<VectorizeStore> {
    const { INDEXES } = this.env;
    return INDEXES.get(INDEXES.idFromName(this.ctx.props.index));
  }
}

/** The Worker itself serves nothing: only its entrypoint is bound. */
export default {
  fetch(): Response {
    return new Response(null, { status: 404 });
  },
} satisfies ExportedHandler;
