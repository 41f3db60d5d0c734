/** A state of which a person or thing has exactly one at a time: a newer value replaces an older one. */
export interface StateFact {
  /** Who or what, in small letters ("ana sister"); "" for the scope's own user, and for the scope itself. */
  readonly entity: string;
  /** Which state ("residence", "favorite color"), in small letters and American spelling. */
  readonly key: string;
  /** The value as written. */
  readonly value: string;
}

/** A sentence split into whom it is about and what it says: "I'm now based in Rome" is "am based in Rome". */
export interface Clause {
  readonly entity: string;
  readonly predicate: string;
  /** Whether the sentence says that this is new ("now", "has become"). */
  readonly isNew: boolean;
}
