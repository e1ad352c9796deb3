// Changes by PATCH: what each spelling comes to, and that no body comes to anything else or breaks the reader.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeFromPatch, patchSchema } from '#features/scim/rules/patch.ts'
import { ScimError } from '#features/scim/rules/scim-error.ts'

const change = (...Operations: readonly unknown[]) => changeFromPatch({ schemas: [patchSchema], Operations })
const outcome = (body: unknown) => {
  try {
    return changeFromPatch(body)
  } catch (error) {
    if (error instanceof ScimError && error.status === 400) return 'refused'
    throw error
  }
}

describe('a change', () => {
  test('is the same in every spelling of its operation, path and value', () => {
    const spellings = fc.record({
      op: fc.mixedCase(fc.constantFrom('add', 'replace')),
      path: fc.mixedCase(fc.constantFrom('active', 'urn:ietf:params:scim:schemas:core:2.0:User:active')),
      value: fc.oneof(
        fc.constant(false),
        fc.mixedCase(fc.constant('false')),
        fc.constant([{ value: 'False' }]),
      ),
    })
    fc.assert(
      fc.property(spellings, ({ op, path, value }) => {
        expect(change({ op, path, value })).toEqual({ active: false })
        expect(change({ op, value: { [path]: value } })).toEqual({ active: false })
      }),
    )
  })

  test('takes the last word of several operations', () => {
    const active = (value: boolean) => ({ op: 'replace', path: 'active', value })
    const name = { op: 'add', path: 'externalId', value: 'a' }
    expect(change(active(false), name, active(true))).toEqual({ active: true, externalId: 'a' })
    expect(change(name, { op: 'remove', path: 'externalId' })).toEqual({ externalId: null })
  })

  test('keeps nothing of what is the person’s own', () => {
    for (const path of ['userName', 'name.familyName', 'emails[type eq "work"].value', 'roles', 'title'])
      expect(change({ op: 'replace', path, value: 'x' }), path).toEqual({})
  })

  test('of any body is a change of these two, or refused', () => {
    const operation = fc.record(
      {
        op: fc.oneof(fc.constantFrom('add', 'Replace', 'REMOVE'), fc.jsonValue()),
        path: fc.oneof(fc.constantFrom('active', 'externalId', 'id', 'emails[value pr]'), fc.jsonValue()),
        value: fc.oneof(fc.boolean(), fc.object(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    const body = fc.record({
      schemas: fc.oneof(fc.constant([patchSchema]), fc.jsonValue()),
      Operations: fc.oneof(fc.array(operation), fc.jsonValue()),
    })
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), sent => {
        const got = outcome(sent)
        if (got === 'refused') return
        expect(Object.keys(got).filter(key => key !== 'active' && key !== 'externalId')).toEqual([])
        expect(['boolean', 'undefined']).toContain(typeof got.active)
      }),
    )
  })
})
