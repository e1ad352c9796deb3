/** Facts of company sign-in. The client's secret stands in none. */
import type { SignInMode } from '#features/company-sign-in/rules.ts'
import { content, defineFacts } from '#kernel/fact.ts'

type Told = { readonly issuer: string; readonly clientId: string; readonly trustsAddresses: boolean }
type Domain = { readonly domain: string }

export const signInFact = defineFacts({
  'company.sign_in_changed': {
    object: 'company',
    sentence: 'Proveedor del inicio de sesión modificado',
    content: content<{ before?: Told; after: Told & { readonly secretRenewed: boolean } }>(),
  },
  'company.sign_in_mode_chosen': {
    object: 'company',
    sentence: 'Inicio de sesión de la empresa: modo modificado',
    content: content<{ before: { mode: SignInMode }; after: { mode: SignInMode } }>(),
  },
  'company.sign_in_tested': {
    object: 'company',
    sentence: 'Inicio de sesión de la empresa probado',
    content: content<{ after: { readonly issuer: string; readonly works: boolean } }>(),
  },
  'company.sign_in_domain_added': {
    object: 'company',
    sentence: 'Dominio de correo añadido',
    content: content<{ after: Domain }>(),
  },
  'company.sign_in_domain_verified': {
    object: 'company',
    sentence: 'Dominio de correo verificado',
    content: content<{ after: Domain & { readonly by: 'dns' | 'platform' } }>(),
  },
  'company.sign_in_domain_removed': {
    object: 'company',
    sentence: 'Dominio de correo quitado',
    content: content<{ before: Domain }>(),
  },
  'account.company_identity_unlinked': {
    object: 'account',
    sentence: 'Cuenta soltada del proveedor de la empresa',
    content: content<{ before: { readonly issuer: string } }>(),
  },
  'account.company_identity_linked': {
    object: 'account',
    sentence: 'Cuenta unida al proveedor de la empresa',
    content: content<{ after: { readonly issuer: string } }>(),
  },
})
