/** Where an archived memory lies in the object store of its tenant. */
export function archiveKey(memoryId: string): string {
  return `memories/${memoryId}`;
}
