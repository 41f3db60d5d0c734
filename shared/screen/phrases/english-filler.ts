/** English words that may stand between the verb and what is overridden. */
export const FILLER =
  'all|any|every|each|of|the|your|my|our|its|these|those|this|that|previous|previously|prior|above|' +
  'earlier|preceding|foregoing|past|former|existing|original|initial|old|current|other|system|given|' +
  'safety|developer|openai|default|internal|security|content|ethical|and|or|provided|stated|received|' +
  'programmed|set|rest|both|set|said|such|other|so|far|just|now|about|entire|whole|core';
