import type { Meta } from '#features/companies/wire.ts'

/** Lines of the terminal when the product has started. */
export function readyLines(
  origin: string,
  { product, version, demo, demoAccounts }: Meta,
  { outbox }: { outbox: boolean },
): string {
  const mails = outbox ? `  Correo: ${origin}/dev/outbox\n` : ''
  const opened = `\n  ${product} ${version} está listo: ${origin}\n${mails}`
  if (!demo) return opened
  const width = Math.max(...demoAccounts.map(account => account.email.length))
  const accounts = demoAccounts.map(
    ({ label, email, password }) => `    ${email.padEnd(width)}  ${password}  ${label}`,
  )
  return [opened, '  Cuentas de demostración:', ...accounts, ''].join('\n')
}
