/** A mail as the business says it; how it looks and how it travels is the plumbing's. */
export type Letter = {
  readonly to: string
  /** What it is about, for the operator: `recovery`, `invitation`. */
  readonly kind: string
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** A list, each line with the address that it leads to. */
  readonly items?: readonly { readonly text: string; readonly url: string }[]
  readonly action?: { readonly label: string; readonly url: string }
  /** Below the button: for how long the link is good, what to do when it was not you. */
  readonly after?: readonly string[]
}
