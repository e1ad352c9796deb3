/** Spanish words of providers: their states, and the refusals about them. */
import { companyWords } from '#features/companies/text.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import type { ProviderRefusal, ProviderStatus } from '#features/providers/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

export const providerStatusLabel: { readonly [status in ProviderStatus]: string } = {
  active: 'Activo',
  inactive: 'Inactivo',
}

export const refusalWords: RefusalWords<ProviderRefusal> = {
  forbidden: 'Solo la administración de la empresa puede gestionar proveedores.',
  not_found: 'El proveedor no existe o no tienes acceso.',
  company_suspended: companyWords,
  unknown_client: 'Alguno de los clientes elegidos no existe.',
  unknown_provider: 'Alguno de los proveedores elegidos no existe.',
  bank_change_pending:
    'Ya hay un cambio de cuenta pendiente de confirmar: hay que confirmarlo, rechazarlo o retirarlo antes de pedir otro.',
  bank_change_gone: 'Ese cambio de cuenta ya se ha decidido o retirado.',
  own_bank_change: 'Lo pediste tú: tiene que confirmarlo otra persona de la administración.',
  second_person_needed:
    'Lo pediste tú y nadie más en la administración puede confirmarlo hoy: hace falta otra persona administradora, con su correo confirmado y una contraseña propia. La plataforma la añade a la empresa.',
  untrusted_account: untrustedWords,
  not_asked_by_you: 'Solo puede retirarlo quien lo pidió.',
  stale_data: companyWords,
  same_provider: 'Un proveedor no se fusiona consigo mismo.',
  provider_merged: ({ facts }) => `${facts?.id} ya está fusionado con ${facts?.mergedInto}: usa ese.`,
  survivor_inactive: 'El proveedor que queda está inactivo: actívalo antes, o deja el otro.',
  different_tax_ids:
    'Tienen NIF distintos, así que no son el mismo. Si uno está mal escrito, corrígelo o quítalo antes.',
  in_live_batch: ({ facts }) =>
    `Hay pagos suyos en una remesa sin terminar (${facts?.batches}): confírmala o anúlala antes.`,
  people_of_both:
    'Los dos tienen personas con acceso y ningún NIF dice que sean el mismo: unas verían los pedidos de las otras. Escribe el NIF, o da de baja a las de uno.',
  own_account:
    'La cuenta del que queda la pusiste tú: que se pague en ella tiene que decidirlo otra persona de la administración.',
  account_unvouched:
    'La cuenta del que queda la puso alguien que hoy no puede responder de ella. Fusiónalos al revés y cambia después la cuenta, que confirmará otra persona.',
  other_account: 'Esa cuenta ya no es la del proveedor. Vuelve a mirarla.',
  same_tax_id: ({ facts }) =>
    `Ya hay un proveedor activo con ese NIF: ${facts?.providers}. Úsalo en vez de crear otro.`,
  same_account: ({ facts }) =>
    `Esa cuenta ya es de otro proveedor: ${facts?.providers}. Compruébala, o indica el motivo.`,
}

export const providerWords = refusalTexts(refusalWords)
export const providerAbility = abilityWith(providerWords)
