import { plainText, shortText } from '../../shared/plainText.ts'

/** How much of a foreign text a row shows. */
export const ROW_TEXT_MAX = 80

interface ForeignProps {
  readonly text: string
  /** In a row, a longer text ends in an ellipsis, and its title has the whole. */
  readonly isInRow?: boolean
}

/** A text that the bank or a person wrote, isolated so that it cannot change the direction of the words around it. */
export function Foreign({ text, isInRow = false }: ForeignProps) {
  const plain = plainText(text)
  const shown = isInRow ? shortText(plain, ROW_TEXT_MAX) : plain
  return <bdi title={shown === plain ? undefined : plain}>{shown}</bdi>
}
