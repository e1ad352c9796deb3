import { describe, expect, test } from 'vitest'
import { savedLists } from '#app/saved-lists.ts'
import {
  hasRoom,
  isFreeName,
  isSameSearch,
  isSavableSearch,
  maxSavedViews,
  maySaveViews,
  pickSavedKeys,
  type SavedView,
} from '#features/saved-views/rules.ts'

const view = (over: Partial<SavedView> = {}): SavedView => ({
  id: 'a',
  list: 'documents',
  name: 'Por págar',
  search: { q: 'obra' },
  ...over,
})

describe('what an address says', () => {
  test('is kept without what the list does not keep, what is empty and what is left out', () => {
    const address = { q: 'obra', status: '', sort: undefined, actor: 'x', page: '3', doc: 'DOC-001' }
    expect(pickSavedKeys(savedLists.documents.keys, address)).toEqual({ q: 'obra' })
    expect(pickSavedKeys(savedLists.journal.keys, address)).toEqual({ actor: 'x' })
  })

  test.each([
    [{ q: 'a' }, { q: 'a' }, true],
    [{ q: 'a', sort: '-amount' }, { sort: '-amount', q: 'a' }, true],
    [{ q: 'a' }, { q: 'a', status: 'paid' }, false],
    [{ q: 'a' }, { q: 'b' }, false],
    [{}, {}, true],
  ])('%j and %j say the same: %s', (one, other, isSame) => {
    expect(isSameSearch(one, other)).toBe(isSame)
    expect(isSameSearch(other, one)).toBe(isSame)
  })
})

test('a view fits only a list that understands all it says', () => {
  expect(
    isSavableSearch({ search: { q: 'a', status: 'paid', project: 'PRJ-001' } }, savedLists.documents),
  ).toBe(true)
  for (const list of ['people', 'journal', 'contracts'] as const)
    expect(isSavableSearch({ search: { q: 'a', project: 'PRJ-001' } }, savedLists[list])).toEqual({
      refused: 'saved_view_unfit',
    })
})

test('views are kept of the lists that the person’s areas have, and of no others', () => {
  const listsOf = (role: Parameters<typeof maySaveViews>[0]['role']) =>
    Object.entries(savedLists).flatMap(([name, list]) =>
      maySaveViews({ role }, list) === true ? [name] : [],
    )
  expect(listsOf('admin')).toEqual(Object.keys(savedLists))
  expect(listsOf('provider_user')).toEqual(['projects', 'contracts', 'received-orders'])
  const ofClient = ['projects', 'contracts', 'documents', 'payment-orders', 'issuance-orders', 'client-users']
  expect(listsOf('client_user')).toEqual(ofClient)
})

test('there is room up to the limit, for each list on its own', () => {
  const full = Array.from({ length: maxSavedViews }, (_, index) => view({ id: `${index}` }))
  expect(hasRoom('documents', full.slice(1))).toBe(true)
  expect(hasRoom('documents', full)).toEqual({ refused: 'saved_view_limit' })
  expect(hasRoom('contracts', full)).toBe(true)
})

test('a name is one however it is accented and written, in one list, and a view may keep its own', () => {
  const own = [view()]
  const taken = { refused: 'saved_view_name_taken' }
  expect(isFreeName(view({ id: 'b', name: 'POR PAGAR' }), own)).toEqual(taken)
  expect(isFreeName(view({ id: 'b', name: 'Pagados' }), own)).toBe(true)
  expect(isFreeName(view({ id: 'b', list: 'contracts' }), own)).toBe(true)
  expect(isFreeName(view({ name: 'Por pagar' }), own)).toBe(true)
})

test('every list has an address of its own in each of its areas', () => {
  const addresses = Object.values(savedLists).flatMap(({ areas, path }) =>
    areas.map(area => `/${area}/${path}`),
  )
  expect(new Set(addresses).size).toBe(addresses.length)
})
