/** The texts of a screen, in order, with the names that a screen reader says of its buttons. */
export type Page = readonly string[]

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

export function textsOf(html: string): Page {
  return (
    html
      .replaceAll(/<!--.*?-->|<wbr\/?>/gsu, '')
      // A long reference shows its end; the whole stands in its tooltip.
      .replaceAll(/<bdi[^>]*title="([^"]*)"[^>]*>.*?<\/bdi>/gsu, '<i>$1</i>')
      .replaceAll(
        /<bdi[^>]*>(.*?)<\/bdi>/gsu,
        (_, inner: string) => ` <i>${inner.replaceAll(/<[^>]*>/gu, '')}</i> `,
      )
      .replaceAll(/<[^>]*?aria-label="([^"]*)"[^>]*>/gu, '<i>$1</i>')
      .split(/<[^>]*>/u)
      .map((text) => text.replaceAll(/&([a-z0-9#]+);/gu, (_, name: string) => ENTITIES[name] ?? '').trim())
      .filter((text) => text !== '')
  )
}
