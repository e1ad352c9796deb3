import '#app/schemas-without-eval.ts'
import '#ui/theme.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from '#app/router.tsx'
import { session } from '#app/session.ts'
import { followSystemTheme } from '#app/theme.ts'

followSystemTheme()
// Runs every guard again.
session.onSessionEnded(() => void router.invalidate())

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
