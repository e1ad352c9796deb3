/**
 * The content of a revision: everything that its approvers decide on. Its digest goes into the sealed event of the
 * submission and of each decision, so that no word of what was approved can change unseen.
 */

/** Facts of a revision as the database keeps them: text, nothing, or lists of either. */
export type RevisionContent = { readonly [field: string]: string | null | readonly string[] }

/**
 * Canonical JSON of a content and its files: fields sorted by name, then the SHA-256 of each attachment in the
 * order of attachment.
 */
export function canonicalContent(content: RevisionContent, fileDigests: readonly string[]): string {
  const fields = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([fields, fileDigests])
}
