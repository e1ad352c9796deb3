// From the sign-in of the administrator of an empty company to the first approved order, by the checklist alone. What
// a person presses and types is counted: it may become less, never more.
import {
  approveFirstOrder,
  firstApprover,
  makeFirstOrder,
  makeFirstProject,
  maxForFirstValue,
} from './first-value.ts'
import { counting } from './hands.ts'
import { expect, test } from './people.ts'

test('an empty company has its first order approved by the checklist, in few clicks and keys @desktop', async ({
  as,
  visit,
  linkIn,
}) => {
  const hands = counting()
  const admin = await as('nueva@demo.example')
  await test.step('the administrator lands on the first steps, and makes a project with all it needs', async () => {
    await expect(admin.getByRole('heading', { name: 'Primeros pasos' })).toBeVisible()
    await makeFirstProject(admin, hands)
  })

  await test.step('the checklist offers the order next', () => makeFirstOrder(admin, hands))

  await test.step('the approver opens the mail, chooses a password, is told what waits, and approves', async () => {
    await approveFirstOrder(await visit(await linkIn(firstApprover, 'invitation')), hands)
  })

  await test.step('and the first steps are done', async () => {
    await admin.goto('/empresa/projects')
    await expect(admin.getByRole('heading', { name: 'Obra' })).toBeVisible()
    await expect(admin.getByRole('heading', { name: 'Primeros pasos' })).toHaveCount(0)
  })

  console.log(`first value: ${hands.clicks} clicks, ${hands.keys} keys`)
  expect(hands.clicks).toBeLessThanOrEqual(maxForFirstValue.clicks)
  expect(hands.keys).toBeLessThanOrEqual(maxForFirstValue.keys)
})
