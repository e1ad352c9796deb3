export type LetterFact = { readonly label: string; readonly value: string }

/** The content of a mail, without layout or transport: `server/mail` adds both. */
export type Letter = {
  readonly to: string
  /** Category for the operator's log and outbox: `recovery`, `invitation`. */
  readonly kind: string
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Short facts in a table below the paragraphs. */
  readonly facts?: readonly LetterFact[]
  /** List of links, one per line. */
  readonly items?: readonly { readonly text: string; readonly url: string }[]
  readonly action?: { readonly label: string; readonly url: string }
  /** Paragraphs below the button: the lifetime of the link, advice for a recipient who did not ask for the mail. */
  readonly after?: readonly string[]
}

/** True for the address of one mailbox, without a name: a letter goes to one. */
export const isSingleAddress = (text: string): boolean =>
  /^[^\s<>()[\],;:\\"@]+@[^\s<>()[\],;:\\"@]+$/.test(text)
