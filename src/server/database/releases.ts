/**
 * Releases, oldest first, each with its last migration. A migration that says nothing leaves a schema on which the
 * release before it works.
 */
export const releases: readonly { readonly version: string; readonly lastMigration: number }[] = [
  { version: '0.1.0', lastMigration: 35 },
  { version: '0.2.0', lastMigration: 48 },
  { version: '0.3.0', lastMigration: 133 },
]
