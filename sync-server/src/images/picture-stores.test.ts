import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskStore } from './disk-store.ts'
import { isPictureName, nameInUrl, pictureName } from './picture-names.ts'
import { s3Store } from './s3-store.ts'
import { startS3Server } from './testing/s3-server.ts'

const bytes = (...values: number[]) => new Uint8Array(values)
const name = pictureName(bytes(1), 'an upload')
const plain = (picture: Uint8Array | undefined) => picture && [...picture]

describe('names of pictures', () => {
  it('are hashes of picture and upload', () => {
    expect(name).toMatch(/^[0-9a-f]{64}\.jpg$/)
    expect(pictureName(bytes(1), 'an upload')).toBe(name)
    expect(pictureName(bytes(2), 'an upload')).not.toBe(name)
    expect(pictureName(bytes(1), 'another')).not.toBe(name)
  })

  it.each([
    '',
    '..',
    '../../etc/passwd',
    `../${name}`,
    `${name}/..`,
    `${name}\u0000`,
    name.toUpperCase(),
    'x.jpg',
    name.replace('.jpg', '.png'),
  ])('are never %j', (other) => {
    expect(isPictureName(other)).toBe(false)
    expect(nameInUrl(`/api/images/${other}`)).toBeUndefined()
  })

  it('are found only in addresses of this shop', () => {
    expect(nameInUrl(`/api/images/${name}`)).toBe(name)
    expect(nameInUrl(`https://elsewhere.example/api/images/${name}`)).toBeUndefined()
  })
})

describe('pictures on the disk', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-pictures-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('are stored twice at the same time, read and removed, and leave no other file', async () => {
    const place = join(folder, 'not', 'there', 'yet')
    const store = diskStore(place)
    expect(await store.get(name)).toBeUndefined()
    await Promise.all([store.put(name, bytes(1, 2, 3)), store.put(name, bytes(1, 2, 3))])
    expect(plain(await store.get(name))).toEqual([1, 2, 3])
    expect(await readdir(place)).toEqual([name])
    await store.remove(name)
    await store.remove(name)
    expect(await store.get(name)).toBeUndefined()
    expect(await readdir(place)).toEqual([])
  })
})

describe('pictures in a bucket', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>
  beforeAll(async () => {
    server = await startS3Server()
  })
  afterAll(() => server.close())

  it('are stored, read and removed by signed requests', async () => {
    const store = s3Store(server.access)
    expect(await store.get(name)).toBeUndefined()
    await store.put(name, bytes(4, 5))
    expect([...server.objects.keys()]).toEqual([`pictures/${name}`])
    expect(server.objects.get(`pictures/${name}`)?.type).toBe('image/jpeg')
    expect(plain(await store.get(name))).toEqual([4, 5])
    await store.remove(name)
    await store.remove(name)
    expect(server.objects.size).toBe(0)
  })

  it('are stored after a few attempts while the store is busy; too many refusals are an error', async () => {
    const store = s3Store(server.access)
    server.fail(2)
    await store.put(name, bytes(6))
    expect(plain(await store.get(name))).toEqual([6])
    server.fail(100)
    await expect(store.get(name)).rejects.toThrow('503')
    server.fail(0)
  })

  it('cause an error with a wrong secret, a missing bucket or an unreachable store', async () => {
    await expect(s3Store({ ...server.access, secretAccessKey: 'wrong' }).put(name, bytes(1))).rejects.toThrow('SignatureDoesNotMatch')
    await expect(s3Store({ ...server.access, bucket: 'none' }).get(name)).rejects.toThrow('NoSuchBucket')
    await expect(s3Store({ ...server.access, endpoint: 'http://127.0.0.1:1' }).get(name)).rejects.toThrow()
  })
})
