// Who puts invoices into a tray, who sees them, and what becomes of each.
import { describe, expect, it } from 'vitest'
import {
  mayReceive,
  seesReceived,
  statesOfTab,
  type TrayActor,
  trayAbilities,
  trayStates,
  trayTabs,
} from '#features/invoices/rules/tray.ts'
import { isRefusal } from '#kernel/refusal.ts'

const nobody: TrayActor = {
  role: 'approver',
  clientId: null,
  providerId: null,
  companySuspended: false,
  ordersEverywhere: false,
}
const admin: TrayActor = { ...nobody, role: 'admin' }
const client: TrayActor = { ...nobody, role: 'client', clientId: 'a' }
const buyer: TrayActor = { ...nobody, role: 'client_user', clientId: 'a', ordersEverywhere: true }
const reader: TrayActor = { ...buyer, ordersEverywhere: false }
const supplier: TrayActor = { ...nobody, role: 'provider', providerId: 'PRV-001' }

const refusal = (answer: ReturnType<typeof mayReceive>) => (isRefusal(answer) ? answer.refused : answer)

describe('a tray', () => {
  it('takes files from the administration, whoever orders everywhere for a client, and providers', () => {
    for (const one of [admin, client, buyer, supplier]) expect(mayReceive(one)).toBe(true)
    for (const one of [nobody, reader]) expect(refusal(mayReceive(one))).toBe('forbidden')
    expect(refusal(mayReceive({ ...admin, companySuspended: true }))).toBe('company_suspended')
  })

  it('is seen by its client and the administration; of another tray, a provider sees what it sent', () => {
    const ofClient = { clientId: 'a', senderProviderId: 'PRV-001' }
    for (const one of [admin, client, buyer, supplier]) expect(seesReceived(one, ofClient)).toBe(true)
    const elsewhere = { clientId: 'b', senderProviderId: 'PRV-002' }
    for (const one of [client, buyer, supplier, nobody, reader])
      expect(seesReceived(one, elsewhere)).toBe(false)
    const ofCompany = { clientId: null, senderProviderId: null }
    for (const one of [client, buyer, supplier, nobody, reader])
      expect(seesReceived(one, ofCompany)).toBe(false)
  })

  it('shows each invoice under one tab', () => {
    expect(trayTabs.flatMap(tab => statesOfTab[tab]).toSorted()).toEqual([...trayStates].toSorted())
  })
})

describe('a received invoice', () => {
  it('becomes an order once it was read, or turned out to be unreadable, and never twice', () => {
    const order = (state: (typeof trayStates)[number], as = admin) => refusal(trayAbilities(as, state).order)
    expect(order('read')).toBe(true)
    expect(order('unreadable')).toBe(true)
    expect(order('waiting')).toBe('still_waiting')
    expect(order('ordered')).toBe('already_settled')
    expect(order('refused')).toBe('already_settled')
  })

  it('is refused at any time before it is settled', () => {
    for (const state of trayStates)
      expect(refusal(trayAbilities(client, state).refuse)).toBe(
        statesOfTab.open.includes(state) ? true : 'already_settled',
      )
  })

  it('is settled neither by its sender nor in a suspended company', () => {
    for (const verb of ['order', 'refuse'] as const) {
      expect(refusal(trayAbilities(supplier, 'read')[verb])).toBe('forbidden')
      expect(refusal(trayAbilities({ ...admin, companySuspended: true }, 'read')[verb])).toBe(
        'company_suspended',
      )
    }
  })
})
