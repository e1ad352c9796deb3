/** Which version is looked at: the one that holds when left out. */
export function versionSearchOf({ version }: { version?: unknown }): { version?: number | undefined } {
  return typeof version === 'number' && Number.isInteger(version) ? { version } : {}
}

/** With which rule the draft goes on: `?rule=amount`. */
export function draftSearchOf({ rule }: { rule?: unknown }): { rule?: string | undefined } {
  return typeof rule === 'string' ? { rule } : {}
}
