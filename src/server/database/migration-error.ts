/** A line for the operator, without secrets. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
