import { PRACTICE_TERMINAL_ID } from './options.ts'

/** One trader of the practice market, with terminals. */
export interface SeedMerchant {
  readonly merchantId: string
  readonly accountName: string
  readonly terminals: readonly SeedTerminal[]
}

export interface SeedTerminal {
  readonly terminalId: string
  readonly serialNumber: string
  readonly feePercentage: string
  readonly isActive?: false
  readonly isReceivingPayment?: false
  readonly salesADay: number
}

/**
 * A market in the south-west with traders from all over the country: names that need Yoruba, Igbo and Hausa letters, a
 * terminal without a serial number, an inactive one, one that receives no payment, and fees written in several ways.
 * The first terminal is the default one (`PRACTICE_TERMINAL_ID`).
 */
export const seedMerchants: readonly SeedMerchant[] = [
  {
    merchantId: '2044LAPR0000017',
    accountName: 'Adébáyọ̀ & Ọmọ Provisions Store',
    terminals: [
      {
        terminalId: PRACTICE_TERMINAL_ID,
        serialNumber: 'N7A1-40028117',
        feePercentage: '0.50',
        salesADay: 34,
      },
      { terminalId: '2TLS0002', serialNumber: 'N7A1-40028118', feePercentage: '0.50', salesADay: 9 },
      { terminalId: '2TLS0003', serialNumber: '', feePercentage: '0.5', salesADay: 4 },
    ],
  },
  {
    merchantId: '2044LAPH0000032',
    accountName: 'Ìyá Ṣadé Pharmacy and Stores',
    terminals: [
      { terminalId: '2TLS0004', serialNumber: 'P3-88120943', feePercentage: '0.75', salesADay: 7 },
      {
        terminalId: '2TLS0005',
        serialNumber: 'P3-88120944',
        feePercentage: '0.75',
        isActive: false,
        salesADay: 0,
      },
    ],
  },
  {
    merchantId: '2044ANEL0000045',
    accountName: 'Chụkwụemeka Ọ́kà Electronics Ltd',
    terminals: [
      { terminalId: '2TLS0006', serialNumber: 'MF919-0017723', feePercentage: '0.50', salesADay: 5 },
      { terminalId: '2TLS0007', serialNumber: 'MF919-0017724', feePercentage: '1.125', salesADay: 3 },
    ],
  },
  {
    merchantId: '2044KNTX0000051',
    accountName: 'Hajiya Ɓilkisu Ƙofar-Mata Textiles',
    terminals: [
      { terminalId: '2TLS0008', serialNumber: 'D210-55310276', feePercentage: '0.50', salesADay: 6 },
      {
        terminalId: '2TLS0009',
        serialNumber: 'D210-55310277',
        feePercentage: '0.50',
        isReceivingPayment: false,
        salesADay: 2,
      },
    ],
  },
  {
    merchantId: '2044SOPH0000063',
    accountName: 'Mallam Ɗanladi Phones & Accessories',
    terminals: [{ terminalId: '2TLS0010', serialNumber: 'N86-21190055', feePercentage: '0', salesADay: 5 }],
  },
  {
    merchantId: '2044OYBK0000078',
    accountName: 'Ẹ̀bùn Olúwa Bakery (Agent)',
    terminals: [
      { terminalId: '2TLS0011', serialNumber: 'N86-21190121', feePercentage: '0.50', salesADay: 6 },
      { terminalId: '2TLS0012', serialNumber: 'N86-21190122', feePercentage: '0.50', salesADay: 3 },
    ],
  },
]

/** Customers of the bank without a terminal, to register or relocate one. */
export const seedAccountHolders = [
  'Nwanyị́bụ̀ífé Building Materials',
  'Fúnmiláyọ̀ Ògúndélé Hair & Beauty',
] as const

/** TIDs that the bank has issued and that are not registered. */
export const seedIssuedTerminalIds = ['2TLS0013', '2TLS0014', '2TLS0015', '2TLS0016'] as const
