import type { Meta } from '#features/companies/wire.ts'

/** What the terminal says when the product can be opened. */
export function readyLines(origin: string, { product, demo, demoAccounts }: Meta): string {
  const opened = `\n  ${product} está listo: ${origin}\n`
  if (!demo) return opened
  const width = Math.max(...demoAccounts.map(account => account.email.length))
  const accounts = demoAccounts.map(
    ({ label, email, password }) => `    ${email.padEnd(width)}  ${password}  ${label}`,
  )
  return [opened, '  Cuentas de demostración:', ...accounts, ''].join('\n')
}
