/** Life of an offload when the caller names none: 30 days. */
export const DEFAULT_TTL_SECONDS = 2_592_000;

/**
 * Largest text in bytes that crosses RPC or is paged in memory. One wide character makes V8 send two
 * bytes for each unit, so 12 MB stay below the RPC limit of 32 MiB; the isolate has 128 MB.
 */
export const MAX_TEXT_BYTES = 12_000_000;

/** Largest body held in memory instead of going through a temporary object. */
export const MAX_BUFFERED_BYTES = 4_000_000;

/** Largest stored body: the request limit of Workers on most plans. */
export const MAX_OBJECT_BYTES = 100_000_000;

/** Bytes whose tokens are counted (some 0.3 s); the total of larger content is extrapolated from them. */
export const MAX_COUNTED_BYTES = 1_000_000;

export const MS_PER_SECOND = 1000;
