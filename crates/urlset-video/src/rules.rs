//! The rules of the video extension. Ids and severities are those of the project's specification;
//! the fragments in `example` each break their rule.

use urlset_core::{Rule, Severity};

/// `video/missing-thumbnail`: video without `thumbnail_loc`.
pub static MISSING_THUMBNAIL: Rule = Rule {
    id: "video/missing-thumbnail",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "video without `thumbnail_loc`",
    help: "give the address of a picture for it",
    source: "Google, Video sitemaps; schema sitemap-video 1.1",
    example: "<video:video><video:title>A</video:title></video:video>",
};

/// `video/missing-title`: video without a `title`.
pub static MISSING_TITLE: Rule = Rule {
    id: "video/missing-title",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "video without a `title`",
    help: "give it the title that its page shows",
    source: "Google, Video sitemaps; schema sitemap-video 1.1",
    example: "<video:title> </video:title>",
};

/// `video/missing-description`: video without a `description`.
pub static MISSING_DESCRIPTION: Rule = Rule {
    id: "video/missing-description",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "video without a `description`",
    help: "say in a sentence what it shows",
    source: "Google, Video sitemaps; schema sitemap-video 1.1",
    example: "<video:description/>",
};

/// `video/missing-content-or-player`: video with neither `content_loc` nor `player_loc`.
pub static MISSING_CONTENT: Rule = Rule {
    id: "video/missing-content-or-player",
    severity: Severity::Error,
    profiles: "WEWWW-",
    summary: "video with neither `content_loc` nor `player_loc`",
    help: "give the address of the media file or of a player",
    source: "Google, Video sitemaps",
    example: "<video:video><video:title>A</video:title></video:video>",
};

/// `video/content-equals-page`: `content_loc` is the address of the page.
pub static CONTENT_IS_PAGE_LOC: Rule = Rule {
    id: "video/content-equals-page",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`content_loc` is the address of the page",
    help: "give the address of the media file",
    source: "Google, Video sitemaps",
    example: "<loc>https://example.com/a</loc>\n\
              <video:video><video:content_loc>https://example.com/a</video:content_loc></video:video>",
};

/// `video/player-equals-page`: `player_loc` is the address of the page.
pub static PLAYER_IS_PAGE_LOC: Rule = Rule {
    id: "video/player-equals-page",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`player_loc` is the address of the page",
    help: "give the address of the player alone",
    source: "Google, Video sitemaps",
    example: "<loc>https://example.com/a</loc>\n\
              <video:video><video:player_loc>https://example.com/a</video:player_loc></video:video>",
};

/// `video/content-equals-player`: `content_loc` and `player_loc` are the same.
pub static CONTENT_IS_PLAYER: Rule = Rule {
    id: "video/content-equals-player",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "`content_loc` and `player_loc` are the same",
    help: "give the media file in one and the player in the other",
    source: "recommendation",
    example: "<video:content_loc>https://example.com/v</video:content_loc>\n\
              <video:player_loc>https://example.com/v</video:player_loc>",
};

/// `video/thumbnail-equals-content`: `thumbnail_loc` is the media file or the page.
pub static THUMBNAIL_IS_CONTENT: Rule = Rule {
    id: "video/thumbnail-equals-content",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "`thumbnail_loc` is the media file or the page",
    help: "give the address of a picture",
    source: "recommendation",
    example: "<video:thumbnail_loc>https://example.com/v.mp4</video:thumbnail_loc>\n\
              <video:content_loc>https://example.com/v.mp4</video:content_loc>",
};

/// `video/invalid-url`: an address in a video is not an absolute URL.
pub static INVALID_URL: Rule = Rule {
    id: "video/invalid-url",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an address in a video is not an absolute URL",
    help: "write the whole address, with http or https",
    source: "recommendation",
    example: "<video:thumbnail_loc>/thumbs/1.jpg</video:thumbnail_loc>",
};

/// `video/title-too-long`: `title` is longer than 100 characters.
pub static TITLE_TOO_LONG: Rule = Rule {
    id: "video/title-too-long",
    severity: Severity::Warning,
    profiles: "-W---E",
    summary: "`title` is longer than 100 characters",
    help: "shorten it",
    source: "schema sitemap-video 1.1",
    example: "<video:title>… 101 characters …</video:title>",
};

/// `video/description-too-long`: `description` is longer than 2,048 characters.
pub static DESCRIPTION_TOO_LONG: Rule = Rule {
    id: "video/description-too-long",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`description` is longer than 2,048 characters",
    help: "shorten it",
    source: "Google, Video sitemaps; schema sitemap-video 1.1",
    example: "<video:description>… 2,049 characters …</video:description>",
};

/// `video/duration-range`: `duration` is not between 1 and 28,800 seconds.
pub static DURATION_RANGE: Rule = Rule {
    id: "video/duration-range",
    severity: Severity::Error,
    profiles: "WEWWWE",
    summary: "`duration` is not between 1 and 28,800 seconds",
    help: "give the seconds, or leave it out",
    source: "Google, Video sitemaps",
    example: "<video:duration>0</video:duration>",
};

/// `video/duration-not-integer`: `duration` is not a whole number of seconds.
pub static DURATION_NOT_INTEGER: Rule = Rule {
    id: "video/duration-not-integer",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`duration` is not a whole number of seconds",
    help: "give the seconds, as `90`",
    source: "schema sitemap-video 1.1",
    example: "<video:duration>1:30</video:duration>",
};

/// `video/rating-range`: `rating` is not a decimal between 0 and 5.
pub static RATING_RANGE: Rule = Rule {
    id: "video/rating-range",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`rating` is not a decimal between 0 and 5",
    help: "scale it to 5 and write a point",
    source: "Google, Video sitemaps",
    example: "<video:rating>8.7</video:rating>",
};

/// `video/view-count`: `view_count` is not a whole number.
pub static VIEW_COUNT: Rule = Rule {
    id: "video/view-count",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`view_count` is not a whole number",
    help: "write digits alone",
    source: "schema sitemap-video 1.1",
    example: "<video:view_count>1,204</video:view_count>",
};

/// `video/bad-date`: a date in a form that Google does not read.
pub static BAD_DATE: Rule = Rule {
    id: "video/bad-date",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "a date in a form that Google does not read",
    help: "write a day, as `2026-03-04`, or seconds and zone, as `2026-03-04T10:00:00Z`",
    source: "Google, Video sitemaps",
    example: "<video:publication_date>2026-03</video:publication_date>",
};

/// `video/expired`: the video has expired.
pub static EXPIRED: Rule = Rule {
    id: "video/expired",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the video has expired",
    help: "take it out, or renew `expiration_date`",
    source: "Google, Video sitemaps",
    example: "<video:expiration_date>2009-11-05</video:expiration_date>",
};

/// `video/expiration-before-publication`: the video expires before it is published.
pub static EXPIRES_BEFORE: Rule = Rule {
    id: "video/expiration-before-publication",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the video expires before it is published",
    help: "see which of the two dates is wrong",
    source: "recommendation",
    example: "<video:expiration_date>2026-01-01</video:expiration_date>\n\
              <video:publication_date>2026-03-04</video:publication_date>",
};

/// `video/too-many-tags`: more than 32 tags.
pub static TOO_MANY_TAGS: Rule = Rule {
    id: "video/too-many-tags",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "more than 32 tags",
    help: "keep the 32 that say most",
    source: "Google, Video sitemaps; schema sitemap-video 1.1",
    example: "<video:video><!-- 33 times video:tag --></video:video>",
};

/// `video/too-many-categories`: more than one `category`.
pub static TOO_MANY_CATEGORIES: Rule = Rule {
    id: "video/too-many-categories",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "more than one `category`",
    help: "keep one",
    source: "schema sitemap-video 1.1",
    example: "<video:category>Food</video:category>\n\
              <video:category>Garden</video:category>",
};

/// `video/category-too-long`: `category` is longer than 256 characters.
pub static CATEGORY_TOO_LONG: Rule = Rule {
    id: "video/category-too-long",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "`category` is longer than 256 characters",
    help: "shorten it",
    source: "schema sitemap-video 1.1",
    example: "<video:category>… 257 characters …</video:category>",
};

/// `video/yes-no`: a flag is neither `yes` nor `no`.
pub static YES_NO: Rule = Rule {
    id: "video/yes-no",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "a flag is neither `yes` nor `no`",
    help: "write `yes` or `no`",
    source: "schema sitemap-video 1.1",
    example: "<video:live>true</video:live>",
};

/// `video/restriction-relationship`: `restriction` says neither `allow` nor `deny`.
pub static RESTRICTION_RELATIONSHIP: Rule = Rule {
    id: "video/restriction-relationship",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`restriction` says neither `allow` nor `deny`",
    help: "give it `relationship=\"allow\"` or `relationship=\"deny\"`",
    source: "Google, Video sitemaps; schema sitemap-video 1.1",
    example: "<video:restriction>IE GB</video:restriction>",
};

/// `video/restriction-format`: countries not in capitals with spaces between.
pub static RESTRICTION_FORMAT: Rule = Rule {
    id: "video/restriction-format",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "countries not in capitals with spaces between",
    help: "write them as `IE GB`",
    source: "schema sitemap-video 1.1",
    example: "<video:restriction relationship=\"allow\">IE,GB</video:restriction>",
};

/// `video/bad-country`: no country has this code.
pub static BAD_COUNTRY: Rule = Rule {
    id: "video/bad-country",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "no country has this code",
    help: "use the codes of ISO 3166-1 alpha-2",
    source: "Google, Video sitemaps",
    example: "<video:restriction relationship=\"deny\">UK</video:restriction>",
};

/// `video/restriction-empty`: `restriction` lists no country.
pub static RESTRICTION_EMPTY: Rule = Rule {
    id: "video/restriction-empty",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "`restriction` lists no country",
    help: "list countries, or take it out",
    source: "schema sitemap-video 1.1",
    example: "<video:restriction relationship=\"allow\"/>",
};

/// `video/platform-relationship`: `platform` says neither `allow` nor `deny`.
pub static PLATFORM_RELATIONSHIP: Rule = Rule {
    id: "video/platform-relationship",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`platform` says neither `allow` nor `deny`",
    help: "give it `relationship=\"allow\"` or `relationship=\"deny\"`",
    source: "Google, Video sitemaps",
    example: "<video:platform>web</video:platform>",
};

/// `video/platform-value`: a platform other than `web`, `mobile` and `tv`.
pub static PLATFORM_VALUE: Rule = Rule {
    id: "video/platform-value",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "a platform other than `web`, `mobile` and `tv`",
    help: "use those words, with spaces between",
    source: "Google, Video sitemaps",
    example: "<video:platform relationship=\"allow\">desktop</video:platform>",
};

/// `video/uploader-too-long`: `uploader` is longer than 255 characters.
pub static UPLOADER_TOO_LONG: Rule = Rule {
    id: "video/uploader-too-long",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`uploader` is longer than 255 characters",
    help: "shorten it",
    source: "Google, Video sitemaps",
    example: "<video:uploader>… 256 characters …</video:uploader>",
};

/// `video/uploader-info-domain`: `info` of the uploader is on another domain than the page.
pub static UPLOADER_INFO_DOMAIN: Rule = Rule {
    id: "video/uploader-info-domain",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`info` of the uploader is on another domain than the page",
    help: "link to a page of the same domain, or leave it out",
    source: "Google, Video sitemaps",
    example: "<loc>https://example.com/a</loc>\n\
              <video:video><video:uploader info=\"https://example.org/ann\">Ann</video:uploader></video:video>",
};

/// `video/price-currency`: a price without a currency of ISO 4217.
pub static PRICE_CURRENCY: Rule = Rule {
    id: "video/price-currency",
    severity: Severity::Warning,
    profiles: "-W---W",
    summary: "a price without a currency of ISO 4217",
    help: "give it `currency=\"EUR\"` or the like",
    source: "schema sitemap-video 1.1",
    example: "<video:price>1.99</video:price>",
};

/// `video/price-type`: `type` of a price is neither `purchase` nor `rent`.
pub static PRICE_TYPE: Rule = Rule {
    id: "video/price-type",
    severity: Severity::Warning,
    profiles: "-W---E",
    summary: "`type` of a price is neither `purchase` nor `rent`",
    help: "write `purchase` or `rent`; `own` was the old word for `purchase`",
    source: "schema sitemap-video 1.1",
    example: "<video:price currency=\"EUR\" type=\"own\">1.99</video:price>",
};

/// `video/price-value`: a price that is no decimal.
pub static PRICE_VALUE: Rule = Rule {
    id: "video/price-value",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "a price that is no decimal",
    help: "write digits and a point",
    source: "schema sitemap-video 1.1",
    example: "<video:price currency=\"EUR\">1,99</video:price>",
};

/// `video/deprecated-tag`: element or attribute without effect since August 2022.
pub static DEPRECATED_TAG: Rule = Rule {
    id: "video/deprecated-tag",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "element or attribute without effect since August 2022",
    help: "harmless; leave it or take it out",
    source: "Google Search Central blog, 6 May 2022",
    example: "<video:category>Food</video:category>",
};

/// `video/undocumented-tag`: element of the schema that Google no longer describes.
pub static UNDOCUMENTED_TAG: Rule = Rule {
    id: "video/undocumented-tag",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "element of the schema that Google no longer describes",
    help: "harmless; leave it or take it out",
    source: "Google, Video sitemaps; schema sitemap-video 1.1",
    example: "<video:id type=\"url\">https://example.com/v</video:id>",
};

/// `video/segment-without-player`: `content_segment_loc` without `player_loc`.
pub static SEGMENT_WITHOUT_PLAYER: Rule = Rule {
    id: "video/segment-without-player",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "`content_segment_loc` without `player_loc`",
    help: "give a player that joins the pieces",
    source: "schema sitemap-video 1.1",
    example: "<video:content_segment_loc>https://example.com/1.mp4</video:content_segment_loc>",
};

/// `video/id-type`: `id` without a known `type`.
pub static ID_TYPE: Rule = Rule {
    id: "video/id-type",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "`id` without a known `type`",
    help: "give one of the types of the schema, as `url`",
    source: "schema sitemap-video 1.1",
    example: "<video:id>4711</video:id>",
};

/// `video/tvshow-type`: `tvshow` without a known `video_type`.
pub static TVSHOW_TYPE: Rule = Rule {
    id: "video/tvshow-type",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "`tvshow` without a known `video_type`",
    help: "give one of `full`, `preview`, `clip`, `interview`, `news`, `other`",
    source: "schema sitemap-video 1.1",
    example: "<video:tvshow><video:show_title>A</video:show_title></video:tvshow>",
};

/// `video/tvshow-number`: season or episode is not a whole number from 1.
pub static TVSHOW_NUMBER: Rule = Rule {
    id: "video/tvshow-number",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "season or episode is not a whole number from 1",
    help: "count from 1",
    source: "schema sitemap-video 1.1",
    example: "<video:season_number>0</video:season_number>",
};

/// `video/data-url`: `content_loc` holds the media itself, not its address.
pub static DATA_URL: Rule = Rule {
    id: "video/data-url",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`content_loc` holds the media itself, not its address",
    help: "publish the file under an address of its own",
    source: "Google, Video sitemaps",
    example: "<video:content_loc>data:video/mp4;base64,AAAA</video:content_loc>",
};

/// `video/streaming-scheme`: a streaming protocol that Google does not fetch.
pub static STREAMING_SCHEME: Rule = Rule {
    id: "video/streaming-scheme",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "a streaming protocol that Google does not fetch",
    help: "offer the file over https",
    source: "Google, Video sitemaps",
    example: "<video:content_loc>rtmp://example.com/live</video:content_loc>",
};

/// `video/content-is-page`: `content_loc` looks like a page or Flash, not a media file.
pub static CONTENT_IS_PAGE: Rule = Rule {
    id: "video/content-is-page",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "`content_loc` looks like a page or Flash, not a media file",
    help: "give the address of the media file, or use `player_loc`",
    source: "Google, Video sitemaps",
    example: "<video:content_loc>https://example.com/watch.html</video:content_loc>",
};

/// `video/duplicate`: the same media file or player twice under one `url`.
pub static DUPLICATE: Rule = Rule {
    id: "video/duplicate",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the same media file or player twice under one `url`",
    help: "list each video once",
    source: "recommendation",
    example: "<video:video><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>\n\
              <video:video><video:content_loc>https://example.com/v.mp4</video:content_loc></video:video>",
};

/// `video/unknown-element`: an element that the extension does not have.
pub static UNKNOWN_ELEMENT: Rule = Rule {
    id: "video/unknown-element",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "an element that the video extension does not have",
    help: "it is kept as it is; see whether its name or namespace is misspelt",
    source: "schema sitemap-video 1.1",
    example: "<video:video><video:width>640</video:width></video:video>",
};

/// Every rule of this crate.
pub static ALL: &[&Rule] = &[
    &MISSING_THUMBNAIL,
    &MISSING_TITLE,
    &MISSING_DESCRIPTION,
    &MISSING_CONTENT,
    &CONTENT_IS_PAGE_LOC,
    &PLAYER_IS_PAGE_LOC,
    &CONTENT_IS_PLAYER,
    &THUMBNAIL_IS_CONTENT,
    &INVALID_URL,
    &TITLE_TOO_LONG,
    &DESCRIPTION_TOO_LONG,
    &DURATION_RANGE,
    &DURATION_NOT_INTEGER,
    &RATING_RANGE,
    &VIEW_COUNT,
    &BAD_DATE,
    &EXPIRED,
    &EXPIRES_BEFORE,
    &TOO_MANY_TAGS,
    &TOO_MANY_CATEGORIES,
    &CATEGORY_TOO_LONG,
    &YES_NO,
    &RESTRICTION_RELATIONSHIP,
    &RESTRICTION_FORMAT,
    &BAD_COUNTRY,
    &RESTRICTION_EMPTY,
    &PLATFORM_RELATIONSHIP,
    &PLATFORM_VALUE,
    &UPLOADER_TOO_LONG,
    &UPLOADER_INFO_DOMAIN,
    &PRICE_CURRENCY,
    &PRICE_TYPE,
    &PRICE_VALUE,
    &DEPRECATED_TAG,
    &UNDOCUMENTED_TAG,
    &SEGMENT_WITHOUT_PLAYER,
    &ID_TYPE,
    &TVSHOW_TYPE,
    &TVSHOW_NUMBER,
    &DATA_URL,
    &STREAMING_SCHEME,
    &CONTENT_IS_PAGE,
    &DUPLICATE,
    &UNKNOWN_ELEMENT,
];
