import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { product } from '#app/product.ts'

/** Around every screen: the window's title. */
export function Root() {
  const title = useRouterState({ select: state => state.matches.at(-1)?.staticData.title })
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`
  }, [title])
  return <Outlet />
}
