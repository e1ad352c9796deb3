/** Start of the browser's program: the theme, the session and the first screen. */
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

const rootElement = document.getElementById('root')
if (rootElement === null) throw new Error('index.html has no #root')
createRoot(rootElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
