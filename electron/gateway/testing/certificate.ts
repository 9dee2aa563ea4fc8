import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * Makes a self-signed certificate for one address and one name. Each test run makes its own, so that the sources hold no
 * private key and no certificate expires. The bytes follow RFC 5280.
 */
export function makeTestCertificate(
  address: readonly number[] = [127, 0, 0, 1],
  hostName = 'localhost',
): {
  readonly key: string
  readonly cert: string
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = der(0x30, der(0x31, der(0x30, objectId(0x55, 4, 3), der(0x0c, Buffer.from(hostName)))))
  const addresses = der(0x30, der(0x82, Buffer.from(hostName)), der(0x87, Buffer.from(address)))
  const ecdsaWithSha256 = der(0x30, objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2))
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      der(
        0x30,
        der(0x30, objectId(0x55, 29, 17), der(0x04, addresses)),
        der(0x30, objectId(0x55, 29, 19), der(0x04, der(0x30, der(0x01, Buffer.from([0xff]))))),
      ),
    ),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey))
  const body = der(0x30, toBeSigned, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}(?=.)/gu, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function objectId(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes))
}
