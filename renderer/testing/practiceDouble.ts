import { callError } from '../../shared/callError.ts'
import type { CallResult } from '../../shared/contract.ts'
import type { PracticeCard } from '../../shared/practiceCard.ts'
import { ok } from '../../shared/result.ts'
import type { AppInfo } from '../../shared/session.ts'

export const practiceCard: PracticeCard = {
  amounts: [
    { kobo: 700_100, does: 'refused' },
    { kobo: 700_200, does: 'answerLost' },
    { kobo: 700_300, does: 'neverArrives' },
    { kobo: 700_400, does: 'paidWithoutDate' },
    { kobo: 701_200, does: 'madeElsewhere' },
  ],
  accounts: [
    { number: '4120993016', name: 'Nwanyị́bụ̀ífé Building Materials' },
    { number: '7730051217', name: 'Fúnmiláyọ̀ Ògúndélé Hair & Beauty' },
    { number: '1111111111', name: null },
  ],
  newTerminalIds: ['2TLS0013', '2TLS0014', '2TLS0015'],
  terminals: [
    { terminalId: '2TLS0002', accountName: 'Adébáyọ̀ & Ọmọ Provisions Store' },
    { terminalId: '2TLS0004', accountName: 'Ìyá Ṣadé Pharmacy and Stores' },
  ],
  merchants: [
    { merchantId: '2044OYBK0000078', accountName: 'Ẹ̀bùn Olúwa Bakery (Agent)' },
    { merchantId: '2044SOPH0000063', accountName: 'Mallam Ɗanladi Phones & Accessories' },
  ],
}

export const chosenProfile = {
  kind: 'right',
  file: 'D:\\shop.json',
  name: 'Balogun Market branch',
  environment: 'live',
  serviceHost: 'settlement.partner.example',
  place: 'C:\\Users\\till\\AppData\\Roaming\\Tillside\\profile.json',
  leftWaiting: 0,
} as const

/** The calls for a person who practises, and for the way out of Practice. */
export function practiceAnswers(facts: () => { readonly app: AppInfo }) {
  return {
    'profile.choose': (): CallResult<'profile.choose'> => ok(chosenProfile),
    'profile.place': (): CallResult<'profile.place'> => ok({ place: chosenProfile.place, keptAs: null }),
    'profile.restart': (): CallResult<'profile.restart'> => ok({}),
    'practice.card': (): CallResult<'practice.card'> => {
      const { environment, serviceHost } = facts().app
      const isInside = environment === 'practice' && serviceHost === null
      return isInside ? ok(practiceCard) : callError('notAllowed', { reason: 'live' })
    },
  }
}
