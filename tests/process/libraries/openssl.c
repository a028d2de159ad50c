/* libs: -lcrypto */
/* OpenSSL, whose first use is in tasks: digests and ciphers. */
#include "../process.h"
#include <openssl/evp.h>
#include <string.h>
#include <ucilk/ucilk.h>

enum { SIZE = 32 };

static void digest(unsigned char *out, const char *text, size_t n)
{
    unsigned length = 0;
    CHECK(EVP_Digest(text, n, out, &length, EVP_sha256(), NULL) == 1);
    CHECK(length == SIZE);
}

static void digest_number(unsigned char *out, long i)
{
    char text[40];
    int n = snprintf(text, sizeof text, "message %ld", i);
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    unsigned length;
    CHECK(c && EVP_DigestInit_ex(c, EVP_sha256(), NULL) == 1);
    CHECK(EVP_DigestUpdate(c, text, (size_t)n) == 1);
    linger((unsigned long)i);
    CHECK(EVP_DigestFinal_ex(c, out, &length) == 1 && length == SIZE);
    EVP_MD_CTX_free(c);
}

/* There and back, by AES in GCM's mode. */
static void cipher(long i)
{
    unsigned char key[32] = {0}, iv[12] = {0}, in[100], out[100], back[100];
    unsigned char tag[16];
    int n;
    key[0] = iv[0] = (unsigned char)i;
    memset(in, (int)i, sizeof in);
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    CHECK(c && EVP_EncryptInit_ex(c, EVP_aes_256_gcm(), NULL, key, iv) == 1);
    CHECK(EVP_EncryptUpdate(c, out, &n, in, sizeof in) == 1 && n == 100);
    CHECK(EVP_EncryptFinal_ex(c, out + n, &n) == 1);
    CHECK(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, 16, tag) == 1);
    CHECK(EVP_CIPHER_CTX_reset(c) == 1);
    CHECK(EVP_DecryptInit_ex(c, EVP_aes_256_gcm(), NULL, key, iv) == 1);
    CHECK(EVP_DecryptUpdate(c, back, &n, out, sizeof out) == 1 && n == 100);
    CHECK(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_SET_TAG, 16, tag) == 1);
    CHECK(EVP_DecryptFinal_ex(c, back + n, &n) == 1);
    CHECK(memcmp(in, back, sizeof in) == 0);
    EVP_CIPHER_CTX_free(c);
}

int main(void)
{
    static const unsigned char abc[SIZE] = {
        0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
        0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
        0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    enum { N = 100 };
    unsigned char out[N][SIZE], first[SIZE], whole[SIZE];
    long n = scaled(N, 20);
    spawn digest(first, "abc", 3);
    for (long i = 0; i < n; i++) {
        spawn digest_number(out[i], i);
        spawn cipher(i);
    }
    sync;
    CHECK(memcmp(first, abc, SIZE) == 0);
    for (long i = 0; i < n; i++) {
        digest_number(whole, i);
        CHECK(memcmp(out[i], whole, SIZE) == 0);
    }
    return right();
}
