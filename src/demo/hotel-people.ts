/** People of Grupo Miramar: those who administer, approve and pay, and its clients. */
import type { DemoHistory } from '#demo/history.ts'
import { changeSettings } from '#features/contracts/commands/policy.ts'
import { makeClient } from '#features/samples/commands/makers.ts'
import type { Actor } from '#kernel/actor.ts'

/** Account from which Grupo Miramar pays. */
export const ownIban = 'ES7921000813610123456789'

export type People = {
  [name in 'admin' | 'keeper' | 'client' | 'mill' | 'marta' | 'diego' | 'lucia' | 'nuria' | 'treasury']: Actor
}
export async function people(history: DemoHistory): Promise<People> {
  const admin = await history.person('empresa@demo.example', 'Elena', 'Prieto', 'admin')
  // Keeps the books of two companies.
  const keeper = await history.person('gestoria@demo.example', 'Gema', 'Torres', 'admin')
  const marta = await history.person('marta@demo.example', 'Marta', 'Ruiz', 'approver')
  const lucia = await history.person('lucia@demo.example', 'Lucía', 'Vega', 'approver')
  await history.person('auditoria@demo.example', 'Aurora', 'Rey', 'auditor')
  const treasury = await history.person('tesoreria@demo.example', 'Pablo', 'Ortiz', 'approver')
  await changeSettings(history.before(199), admin, {
    iban: ownIban,
    bic: 'CAIXESBBXXX',
    taxId: 'B57000895',
    ordererId: 'B57000895000',
  })
  const client = await makeClient(history, admin, {
    name: 'Hoteles Brisa',
    taxId: 'A28000123',
    email: 'cliente@demo.example',
    phone: '+34 965 120 340',
  })
  const mill = await makeClient(history, admin, {
    name: 'Grupo Olivar',
    taxId: 'B07000458',
    email: 'olivar@demo.example',
  })
  const ofHotels = { clientId: client.userId, daysAgo: 188 }
  return {
    admin,
    keeper,
    marta,
    lucia,
    treasury,
    client,
    mill,
    diego: await history.person('diego@demo.example', 'Diego', 'Sanz', 'client_user', ofHotels),
    nuria: await history.person('nuria@demo.example', 'Nuria', 'Gil', 'client_user', ofHotels),
  }
}
