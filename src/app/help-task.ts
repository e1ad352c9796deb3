/** Help task: what somebody wants to do, with its steps and a picture of the screen. */
export type HelpTask = {
  /** Anchor of the task on the help page. */
  readonly id: string
  readonly title: string
  readonly summary: readonly HelpInline[]
  readonly picture: { readonly address: string; readonly alt: string }
  readonly steps: readonly (readonly HelpInline[])[]
}

/** Piece of a sentence. `button`: words that stand on a screen; `key`: a key to press. */
export type HelpInline =
  | { readonly kind: 'text' | 'button' | 'key'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }
