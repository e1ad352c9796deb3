import { expect, it } from 'vitest'
import { afterSignIn } from '#app/sign-in/home-after-sign-in.ts'

it.each([
  ['client', undefined, '/client/dashboard'],
  ['client_user', undefined, '/client/dashboard'],
  ['approver', undefined, '/client/dashboard'],
  ['admin', undefined, '/empresa/projects'],
  ['admin_saas', undefined, '/admin_saas/dashboard'],
  ['provider', undefined, '/provider/projects'],
  ['admin', '/empresa/contracts?q=obra', '/empresa/contracts?q=obra'],
  ['admin', '//elsewhere.example', '/empresa/projects'],
  ['admin', '/\\elsewhere.example', '/empresa/projects'],
  ['admin', 'https://elsewhere.example', '/empresa/projects'],
] as const)('%s with origin %s lands on %s', (role, origin, landing) => {
  expect(afterSignIn(role, origin)).toBe(landing)
})
