/** The demo: three companies of different plan and currency, people in every role, orders in every state; and an empty one. */

import { setTimeout } from 'node:timers/promises'
import { DemoHistory } from '#demo/history.ts'
import { buildHotels } from '#demo/hotels.ts'
import { demoPassword } from '#demo/password.ts'
import { buildConstructor, buildConsultancy } from '#demo/small-companies.ts'
import { createEmptyCompany } from '#features/companies/commands.ts'
import type { NewCompany } from '#features/companies/store.ts'
import { createAccount, findAccountByEmail } from '#features/identity/store/accounts.ts'
import { saveApplication } from '#features/identity/store/applications.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { newId } from '#kernel/ids.ts'
import type { Passwords } from '#server/auth/passwords.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { FileStore } from '#server/files/file-store.ts'

const account = (label: string, name: string) => ({
  label,
  email: `${name}@demo.example`,
  password: demoPassword,
})

/** The four of the box on the sign-in page, then those who approve and execute. */
export const demoAccounts = [
  account('Administrador SaaS', 'saas'),
  account('Empresa', 'empresa'),
  account('Cliente', 'cliente'),
  account('Proveedor', 'proveedor'),
  account('Aprobadora', 'marta'),
  account('Aprobador', 'diego'),
  account('Tesorería (ejecuta)', 'tesoreria'),
  account('Gestoría (dos empresas)', 'gestoria'),
  account('Auditora (lee todo)', 'auditoria'),
  account('Empresa vacía, para empezar de cero', 'nueva'),
]

export type DemoTools = { readonly db: Db; readonly passwords: Passwords; readonly files: FileStore }
export type Company = NewCompany & {
  readonly build: (history: DemoHistory) => Promise<void>
  readonly adminEmail: string
}

const companies: readonly Company[] = [
  {
    name: 'Grupo Miramar',
    email: 'administracion@miramar.example',
    plan: 'business',
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
    adminEmail: 'empresa@demo.example',
    build: buildHotels,
  },
  {
    name: 'Constructora del Plata',
    email: 'administracion@delplata.example',
    plan: 'starter',
    currency: 'ARS',
    timeZone: 'America/Argentina/Buenos_Aires',
    adminEmail: 'admin.plata@demo.example',
    build: buildConstructor,
  },
  {
    name: 'Andes Consultores',
    email: 'hola@andes.example',
    plan: 'free',
    currency: 'USD',
    timeZone: 'America/Lima',
    adminEmail: 'admin.andes@demo.example',
    build: buildConsultancy,
  },
  {
    name: 'Empresa Nueva',
    email: 'hola@nueva.example',
    plan: 'business',
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
    adminEmail: 'nueva@demo.example',
    build: async history => void (await history.person('nueva@demo.example', 'Nieves', 'Nueva', 'admin')),
  },
]

const pauseMs = 100

/** Builds what is missing of the demo; companies that are there stay as people left them. */
export async function buildDemo({ db, passwords, files }: DemoTools): Promise<void> {
  const passwordHash = await passwords.hash(demoPassword)
  for (const company of companies)
    while (!(await buildCompany(db, { files, passwordHash }, company))) await setTimeout(pauseMs)
  const platform = { email: 'saas@demo.example', name: 'Sara', lastName: 'Soto', role: 'admin_saas' } as const
  const on = outsideAnyTransaction(db)
  await createAccount(on, { ...platform, passwordHash, active: true }, clock.now())
  await buildRegistration(on, passwordHash)
}

/** False while another node builds: one that starts at the same time looks again until that one has finished. */
function buildCompany(
  db: Db,
  tools: ConstructorParameters<typeof DemoHistory>[1],
  { build, adminEmail, ...company }: Company,
): Promise<boolean> {
  return asSystem(db, newId(), async tx => {
    const [turn] = await tx.all<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(7240533) as mine`)
    if (!turn?.mine) return false
    if (await findAccountByEmail(tx, adminEmail)) return true
    // Files of the demo are read meanwhile, which takes a slow machine longer than a request may wait.
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
    const history = new DemoHistory(tx, tools, company)
    await createEmptyCompany(history.before(210), null, company)
    await build(history)
    return true
  })
}

/** Somebody who waits until the platform activates them; once activated they stay as they are. */
async function buildRegistration(on: Statements, passwordHash: string): Promise<void> {
  const now = clock.now()
  const person = { email: 'registro@demo.example', name: 'Olga', lastName: 'Marín' }
  if (await findAccountByEmail(on, person.email)) return
  const wish = { requestedRole: 'provider', emailConfirmedAt: now, sameHash: null } as const
  await saveApplication(on, { ...person, ...wish, id: newId(now.getTime()), passwordHash }, now)
}
