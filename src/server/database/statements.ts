/** Statements of a text of SQL, each to be sent by itself. */

/** Comment, string, quoted body of a function, end of a statement, or anything else. */
const pieces = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'$-]+|[$-]/g

/** Those of a migration, without their semicolons and the comments before them; strings and bodies may have either. */
export function readStatements(sql: string): string[] {
  const statements = ['']
  for (const [piece] of sql.matchAll(pieces))
    if (piece === ';') statements.push('')
    else if (!piece.startsWith('--')) statements.push(`${statements.pop() ?? ''}${piece}`)
  return statements.map(text => text.trim()).filter(text => text !== '')
}
