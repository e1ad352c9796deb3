// Answers of a node of the release before, read by this release's pages while nodes are replaced one by one.
import { expect, test } from 'vitest'
import { AuditEventWire } from '#features/audit/wire.ts'

test('an event of a node that tells no API token is one of a session', () => {
  const told = {
    id: '01a22321-9de1-703b-bbd1-ba997a97402b',
    at: '2026-11-28T10:00:00.000Z',
    actorName: 'Ana Sol',
    onBehalfOfName: null,
    action: 'document.submitted',
    sentence: 'Pedido enviado',
    objectType: 'document',
    objectId: 'DOC-001',
    objectName: null,
    reason: null,
    seal: null,
  }
  expect(AuditEventWire.parse(told)).toMatchObject({ actorName: 'Ana Sol', apiToken: null })
})
