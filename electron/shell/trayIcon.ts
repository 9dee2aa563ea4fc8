/** `build/icons/png/32x32.png`, inlined so that the package needs no further file. A test compares the two. */
export const TRAY_ICON = `data:image/png;base64,${[
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAEjUlEQVR4nLRXXWxURRT+7t27y3YR2VJst0XYWqzUCrrw0n0w/lAS',
  'QkNjNZiYaDREopKQCJL4oEaLUUmUACa8GCF9oAkYi6kBf8KPMdYHUBPWpgoiFhRd2gXSqqHQLTvjmbkzu/fe3a203X7J5uw5M/ec',
  '7545Z+6MBQdqN54Lp/mNTeBmnBs8ZsCo5JzDMAASJA1MUk+RTBiGeTxgmDvO77xjWMc09J/IhrOrTIPtpudq7BHlpRgmOU7WJON8',
  '3cCuRV8oHajecGol8fyS3hgcPMdc615ZknG0CBLGgvW95WnD/xONVRNlOJJSACUdT1oBtsQahfmMAVY9erEX1/qPgo1cxnTCDM1F',
  'Wd0KBCL31mTSxtMmsYpzxij4kWkPLiBiiFjgDIxl4hbnmbgBM2/iic87UEo0tax16eKlqRTiJhiinGUQjC6HWVaB6YaIEYw+LDNA',
  'JKIiAxCF4a+8G4Gqxmz1xhaWo5SY/eDr7u7gTOqW6Ae7RSAHBRg4Sg4Rx+FfxzPFWqh0SFaSGf2mGAunk9fdNo9/rVuSD4diZMup',
  'hP/9chqt755Bf2oUDzXOwqGX71IjzOVfx1MZ4NCSKTkZDF3N4JH37OACX//8L7777Sp0Bpz+tW7JdVEFwZkdmE9iCa6lGR7b/ivO',
  'Do5mbfPm+LGsNqQ07vJvx2O0AcguEMwyKk22PhEIv0/u6sf36m0FQgETB16qh+Wzt16vf1vPZkAzc0uB1D83sP2zi7J1NrZUoWq2',
  'P4/A5r1/4HDv31ndR/va/hcXYvHtZblJji5wSkvtSOozkfuea7zx8Z/Y23NF/u/+YQjHXmtATXmOxLZDA/jwq0suQnuer8Pye251',
  '2WTaHf51PNNOi2pFrtNUuAYuXEmj+a3TSA6NSb3rxBDau/5yzdmyZh7WNBXYxLz+ZUYy+V3APV3QTg6jcwMuEiu3/oJOysqzH/S7',
  'YjzXfBs2r46gEPLjZKQ07eoUb6yMWd2GWPMjrzZgfkWOxDlqsxf2nEfGkajWZWFse2oBisPr35Ym19XpIuFeArHmR4mEMxNONN05',
  'Ex3r62COcxbx+rd12YY6LcydJg9ETx9+JZ9EfWQGujbVI+gf7ySEfP9KN3MF4ZaF4CUhluUgbbXlM334PxSLo76G9u7slihKomdL',
  'I/oujGDJ/NBNBVcM8vyL17TkmsjGVNujkuNhDgV9oGEWJgIRx+nf3g8MWQODzqq0t8mpfY6LUPD4l/qgqIGErkquJJ2S8fb+U67H',
  'hX6ztq0fuW3vkO71r84DCV9g0eOLKR33yyuDPC7Z8tu+SwgFLcQbKrCz+wze7OxDD9luUbb3ydZOtkLzvikwz+vfkBXADxjBtn21',
  'PuY7SeYwHGc2WSKkN99XiWOJVFYX4ytiEbINOK5fNC9G835MuZ5vXkrzTg4ADn+O8WFmsqWy2spW73uUCuIT7lgvfY3SDxuKcwnH',
  '20YOPvFpttxntHauMrm5mxjWOKtUXXOzuldOdJyQpFvyOgqeu5xqhNs6wtfH/HQ9B11WEKNHK3X2pijFGibo//Ggf2zHcPfa7PX8',
  'PwAAAP//RPp6PwAAAAZJREFUAwDKZolMduP8JwAAAABJRU5ErkJggg==',
].join('')}`

/** `build/icons/tray/16.png` and `32.png`, inlined in the same way. */
export const TRAY_TEMPLATES = [
  {
    scaleFactor: 1,
    side: 16,
    png: [
      'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAwklEQVR4nKTSMQrCMBSA4Vq6qHdw9Qi6CLr0IE4ubl7A2c0juHoE',
      'hx5BRAQHwdFFEAUnkfoHnqW0L23aPvgoSV9eXtL6XsPw5RkhrihKF6gdLa9hBJlx7LlFsnGVI+wxw0etVNLBBQN8cUPn/yJQks9S',
      'uC/jO0K8sEM7nawdYYohDnjL4is2GGeTtSOcMJJ2u9LyCgttne0OzO4TPDDH2rZx0SUescVSyXMqUBSl/8HTcS5XwNy4+VQ9eYaW',
      'uXwrdeMHAAD//x/vHWYAAAAGSURBVAMA6oUwM4jIRLwAAAAASUVORK5CYII=',
    ].join(''),
  },
  {
    scaleFactor: 2,
    side: 32,
    png: [
      'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAABlUlEQVR4nNyXwSvEQRTH3285KCflhiSFFK6iKPkHlPgD5CQXbpLr',
      '/gPOzsjBhYtclDgrWQ74lS05cHSR9X12tp3d5je/mf3N7Gz7rU/95s1s782bea/ZHAVWjgJLDmAFFEDJMwXh61+RFABPjFJz9AjG',
      '+CP4EXRI3x9gEvSSX/Hu98A9DyIKrOBH0KmZK5FbKbPdUn3ApTh7DyYLfQTwCkbAOFhMW6yrgkbuwBeYBk+S7UbYIt8BfIMFcCvZ',
      'BsAzlS+70peuCmz0C5brnHeDszQfJneAO+QW2AbvCWs2wbk0ZqenYIJSZHIEa+BAfA+Ca9AnrcuDnbrfHoJVE1+2VRCDWVAU4yOF',
      '87zCeaJMMsBpnwEv0tww2AXr4Eeyb4B9svBlWgW8Y955rFm/BE4oOauZy/ANzFFtJiriDF2CLkqWkz6gCoJfUdxsekgvJ5ewH1yB',
      'ITHmqrgwcG4XlZCuE36COzBl4dx7K24ogLZ9DzgJIFaMs9isA5inasstinEWm1Jpz3Ius2Mq/5WKHdisA/Cu4JfwDwAA//+NghQX',
      'AAAABklEQVQDAOSObMxfTiG7AAAAAElFTkSuQmCC',
    ].join(''),
  },
] as const

/** Electron's `nativeImage`, as far as needed. */
export interface TrayImages<Image> {
  createFromDataURL(url: string): Image
  createEmpty(): Image & {
    addRepresentation(options: { scaleFactor: number; width: number; height: number; dataURL: string }): void
    setTemplateImage(isTemplate: boolean): void
  }
}

/**
 * The tray icon. On macOS it is a template image, which the system colours for a light or dark menu bar, at two scales:
 * a single image of 32 pixels would be twice as high as the bar.
 */
export function trayImage<Image>(images: TrayImages<Image>, platform: NodeJS.Platform): Image {
  if (platform !== 'darwin') return images.createFromDataURL(TRAY_ICON)
  const image = images.createEmpty()
  for (const { scaleFactor, side, png } of TRAY_TEMPLATES) {
    image.addRepresentation({
      scaleFactor,
      width: side,
      height: side,
      dataURL: `data:image/png;base64,${png}`,
    })
  }
  image.setTemplateImage(true)
  return image
}
