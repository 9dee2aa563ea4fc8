import type { Page } from '@playwright/test'
import { signInByKeyboard, signInForm } from '../../pages/signIn.ts'
import { type Scene } from '../scene.ts'
import { fails, offline, practice, sales, signedOut } from './known.ts'

const signInButton = (page: Page) => signInForm(page).locator('button[type="submit"]')
const base = { place: 'Sign in', primary: signInButton } as const

export const signInScenes: readonly Scene[] = [
  {
    ...base,
    name: 'sign-in-with-queue',
    situation: 'data',
    facts: { sales, session: signedOut },
    shows: (page) => signInForm(page).getByText('safe on this computer'),
    hasForcedColors: true,
  },
  {
    ...base,
    name: 'sign-in-empty',
    situation: 'empty',
    facts: { session: signedOut },
    shows: (page) => page.getByText('Nothing is waiting on this computer.'),
  },
  {
    ...base,
    name: 'sign-in-refused',
    situation: 'error',
    facts: { sales, session: signedOut },
    reach: ({ page }) => signInByKeyboard(page, { clientId: 'wrong', secretKey: 'not a secret' }),
    shows: (page) => signInForm(page).getByRole('alert'),
  },
  {
    ...base,
    name: 'sign-in-offline',
    situation: 'offline',
    facts: { sales, session: signedOut, ...offline },
    answers: { 'session.signIn': fails('unreachable') },
    reach: ({ page }) => signInByKeyboard(page, { clientId: 'harbour-pos', secretKey: 'not a secret' }),
    shows: (page) => page.getByText('We could not reach the service.'),
  },
  {
    place: 'Sign in',
    name: 'sign-in-practice',
    situation: 'hard',
    facts: { ...practice, sales, session: signedOut },
    shows: (page) => page.getByRole('button', { name: 'Sign in to Practice' }),
    primary: (page) => page.getByRole('button', { name: 'Sign in to Practice' }),
  },
]
