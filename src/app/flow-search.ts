/** Version of the flow to show; undefined for the one in force. */
export function parseVersionSearch({ version }: { version?: unknown }): { version?: number | undefined } {
  return typeof version === 'number' && Number.isInteger(version) ? { version } : {}
}

/** Rule that the draft opens with: `?rule=amount`. */
export function parseDraftSearch({ rule }: { rule?: unknown }): { rule?: string | undefined } {
  return typeof rule === 'string' ? { rule } : {}
}
