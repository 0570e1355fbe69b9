//! Which addresses of the network are anybody's to ask, and which lead into somebody's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Blocks that are no public hosts, as network and length of its prefix: IANA's registry of
/// special-purpose addresses (RFC 6890), and multicast.
const PRIVATE_V4: [([u8; 4], u32); 16] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Azure's metadata, in a block that is public otherwise.
    ([168, 63, 129, 16], 32),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

/// The same of IPv6, as the first two groups and the length of the prefix within them.
const PRIVATE_V6: [([u16; 2], u32); 9] = [
    ([0x0100, 0], 32),
    ([0x2001, 0], 23),
    ([0x2001, 0x0db8], 32),
    ([0x3fff, 0], 20),
    ([0x5f00, 0], 16),
    ([0xfc00, 0], 7),
    ([0xfe80, 0], 10),
    ([0xfec0, 0], 10),
    ([0xff00, 0], 8),
];

/// Whether an address is that of a public host: not of this machine, of a private network, of a
/// link, of a group, or reserved. An IPv4 address within an IPv6 one is judged as such.
///
/// ```
/// use urlset_fetch::is_public;
///
/// assert!(is_public("93.184.216.34".parse()?));
/// assert!(!is_public("169.254.169.254".parse()?));
/// assert!(!is_public("::ffff:10.0.0.1".parse()?));
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    !PRIVATE_V4.iter().any(|(network, length)| {
        let shift = 32 - length;
        bits >> shift == u32::from_be_bytes(*network) >> shift
    })
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let low = Ipv4Addr::from_bits(u32::from(g) << 16 | u32::from(h));
    let embedded = match [a, b, c, d, e, f] {
        // Compatible, mapped, translated (RFC 4291, RFC 2765), by NAT64 (RFC 6052).
        [0, 0, 0, 0, 0, 0 | 0xffff] | [0, 0, 0, 0, 0xffff, 0] | [0x64, 0xff9b, 0, 0, 0, 0] => {
            Some(low)
        }
        // By local NAT64 (RFC 8215): the network's own business.
        [0x64, 0xff9b, 1, ..] => return false,
        // By 6to4 (RFC 3056).
        [0x2002, first, second, ..] => {
            Some(Ipv4Addr::from_bits(u32::from(first) << 16 | u32::from(second)))
        }
        _ => None,
    };
    if let Some(embedded) = embedded {
        return is_public_v4(embedded);
    }
    let bits = u32::from(a) << 16 | u32::from(b);
    !PRIVATE_V6.iter().any(|([first, second], length)| {
        let shift = 32 - length;
        bits >> shift == (u32::from(*first) << 16 | u32::from(*second)) >> shift
    })
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn who_is_public() {
        for (address, expected) in [
            ("8.8.8.8", true),
            ("1.1.1.1", true),
            ("100.63.255.255", true),
            ("100.64.0.1", false),
            ("100.127.255.255", false),
            ("100.128.0.1", true),
            ("172.15.255.255", true),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("172.32.0.1", true),
            ("0.0.0.0", false),
            ("10.1.2.3", false),
            ("127.0.0.1", false),
            ("169.254.169.254", false),
            ("168.63.129.16", false),
            ("168.63.129.17", true),
            ("192.168.0.1", false),
            ("198.19.255.255", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false),
            ("::", false),
            ("::1", false),
            ("::ffff:127.0.0.1", false),
            ("::ffff:8.8.8.8", true),
            ("::169.254.169.254", false),
            ("::ffff:0:10.0.0.1", false),
            ("64:ff9b::10.0.0.1", false),
            ("64:ff9b::8.8.8.8", true),
            ("64:ff9b:1::8.8.8.8", false),
            ("2002:7f00:1::1", false),
            ("2002:808:808::1", true),
            ("fe80::1", false),
            ("febf::1", false),
            ("fd00:ec2::254", false),
            ("ff02::1", false),
            ("2001:db8::1", false),
            ("2001::1", false),
            ("2001:4860:4860::8888", true),
            ("2606:4700::1111", true),
        ] {
            assert_eq!(is_public(address.parse().unwrap()), expected, "{address}");
        }
    }
}
