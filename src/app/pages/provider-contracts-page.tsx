import { ContractsPage } from '#features/contracts/web/contracts-page.tsx'

/** Contracts that the provider is party to, read only. */
export function ProviderContractsPage() {
  return (
    <ContractsPage
      areaPath="/provider"
      about="Los contratos los abre la empresa con la que trabajas. Cuando haya uno a tu nombre, verás aquí su total y lo que queda de él."
    />
  )
}
