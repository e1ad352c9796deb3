import { ContractsPage } from '#features/contracts/web/contracts-page.tsx'

/** Contracts, in the company's area. */
export function CompanyContractsPage() {
  return (
    <ContractsPage
      areaPath="/empresa"
      about="Un contrato fija lo que se puede facturar a un cliente o pagar a un proveedor. Los pedidos consumen su total."
      createAt="/empresa/contracts/new"
    />
  )
}
