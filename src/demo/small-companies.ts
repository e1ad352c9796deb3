/** Two further companies, of another plan, currency and time zone: what one of them does the others never see. */

import type { DemoHistory } from '#demo/history.ts'
import { makeClient, makeContract, makeProject, makeProvider } from '#features/samples/commands/makers.ts'
import { Story } from '#features/samples/commands/story.ts'

export async function buildConstructor(history: DemoHistory): Promise<void> {
  const admin = await history.person('admin.plata@demo.example', 'Gonzalo', 'Ibarra', 'admin')
  await history.colleague('gestoria@demo.example')
  const carla = await history.person('carla.plata@demo.example', 'Carla', 'Méndez', 'approver')
  const cashier = await history.person('caja.plata@demo.example', 'Hugo', 'Paz', 'approver')
  const client = await makeClient(history, admin, {
    name: 'Puerto Nuevo',
    email: 'cliente.plata@demo.example',
  })
  const clientId = client.userId
  const steel = await makeProvider(history, admin, {
    name: 'Aceros del Sur',
    taxId: '30-71234567-8',
    clientIds: [clientId],
  })
  const contract = await makeContract(
    history,
    admin,
  )({
    type: 'proveedor',
    clientId,
    providerId: steel,
    total: '35000000',
    description: 'Estructura del muelle 3',
  })
  const projectId = await makeProject(
    history,
    admin,
  )({
    name: 'Muelle 3',
    clientId,
    total: '35000000',
    contractIds: [contract],
    approverIds: [carla.userId],
    executorIds: [cashier.userId],
  })
  const pay = { projectId, type: 'gasto', providerId: steel, invoice: true } as const
  const story = new Story(history)
  const paid = story.submits(client, { ...pay, name: 'Pilotes', amountMinor: '25000000', daysAgo: 33 })
  story.decides(carla, paid, 'approve', 32)
  story.executes(cashier, paid, 30, 'OP-118')
  story.submits(client, { ...pay, name: 'Vigas de cubierta', amountMinor: '7500000', daysAgo: 4 })
  await story.tell()
}

export async function buildConsultancy(history: DemoHistory): Promise<void> {
  const admin = await history.person('admin.andes@demo.example', 'Rosa', 'Quispe', 'admin')
  const approver = await history.person('aprueba.andes@demo.example', 'Julio', 'Torres', 'approver')
  const client = await makeClient(history, admin, {
    name: 'Minera Alta',
    email: 'cliente.andes@demo.example',
  })
  const clientId = client.userId
  const provider = await makeProvider(history, admin, {
    name: 'Geología Aplicada',
    taxId: '20123456789',
    clientIds: [clientId],
  })
  const contract = await makeContract(
    history,
    admin,
  )({ type: 'cliente', clientId, total: '7500000', description: 'Estudio de impacto' })
  const projectId = await makeProject(
    history,
    admin,
  )({
    name: 'Estudio de impacto',
    clientId,
    total: '7500000',
    contractIds: [contract],
    approverIds: [approver.userId],
    executorIds: [admin.userId],
  })
  const issue = { projectId, type: 'emision', providerId: provider } as const
  const story = new Story(history)
  const approved = story.submits(client, {
    ...issue,
    name: 'Informe de campo',
    amountMinor: '4500000',
    daysAgo: 9,
  })
  story.decides(approver, approved, 'approve', 8)
  await story.tell()
}
