import { PLACES } from './scene.ts'
import type { Picture } from './photograph.ts'

/** One page with all pictures, by screen and scene, with the faults beside each. It needs no script and no network. */
export function indexPage(pictures: readonly Picture[]): string {
  const places = PLACES.map((place) => ({
    place,
    pictures: pictures.filter(({ scene }) => scene.place === place),
  })).filter(({ pictures: own }) => own.length > 0)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tillside: the gallery</title>
<style>
  body { font: 14px/20px system-ui, sans-serif; margin: 24px; }
  nav a { margin-right: 16px; }
  .row { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 12px; align-items: start; }
  figure { margin: 0; }
  img { width: 100%; border: 1px solid #888; }
  .fault { color: #a01313; }
</style>
<h1>Tillside: the gallery</h1>
<p>${pictures.length} pictures, ${pictures.filter(({ faults }) => faults.length > 0).length} with a fault.</p>
<nav>${places.map(({ place }) => `<a href="#${idOf(place)}">${place}</a>`).join('')}</nav>
${places.map(({ place, pictures: own }) => `<h2 id="${idOf(place)}">${place}</h2>\n${scenesOf(own)}`).join('\n')}
</html>
`
}

function scenesOf(pictures: readonly Picture[]): string {
  const scenes = [...new Set(pictures.map(({ scene }) => scene))]
  return scenes
    .map((scene) => {
      const own = pictures.filter((picture) => picture.scene === scene)
      return `<h3>${scene.name} (${scene.situation})</h3>\n<div class="row">${own.map(figure).join('\n')}</div>`
    })
    .join('\n')
}

function figure({ file, theme, size, faults }: Picture): string {
  const caption = `${theme}, ${size.width}×${size.height}`
  const image =
    file === null
      ? ''
      : `<a href="${file}"><img src="${file}" alt="${caption}" loading="lazy" width="${size.width}" height="${size.height}" style="height:auto"></a>`
  const said = faults.map((fault) => `<br><span class="fault">${escaped(fault)}</span>`).join('')
  return `<figure>${image}<figcaption>${caption}${said}</figcaption></figure>`
}

function idOf(place: string): string {
  return place.toLowerCase().replaceAll(' ', '-')
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/gu, (character) => `&#${character.charCodeAt(0)};`)
}
