"""A store of objects on this machine: sets are read from it and written into it, on a cluster."""

import json
import os
import shutil
import sys

import pytest

for name in ("moto", "s3fs"):
    pytest.importorskip(name, reason=f"no {name}: install tests/requirements.txt")
if shutil.which("java") is None:
    pytest.skip("no Java: the cluster is not tried", allow_module_level=True)
pytest.importorskip("pyspark", reason="no pyspark: install urlset[spark]")

from conftest import ROOT
from urlset.spark import register

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")


@pytest.fixture(scope="module")
def store():
    """Options of the store, and the store; it has the bucket `maps` with the sitemaps of the shop."""
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    given = {
        "key": "none",
        "secret": "none",
        "client_kwargs": {"endpoint_url": f"http://{host}:{port}"},
        "use_listings_cache": False,
    }
    files = s3fs.S3FileSystem(**given)
    files.mkdir("maps")
    shop = ROOT / "examples" / "shop"
    for name in ("sitemap_index.xml", "products.xml.gz", "guides.xml.gz", "pages.xml"):
        files.put_file(str(shop / name), f"maps/shop/{name}")
    yield {"storage_options": json.dumps(given)}, files
    server.stop()


@pytest.fixture(scope="module")
def session():
    from pyspark.sql import SparkSession

    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    builder = SparkSession.builder.master("local[2]").config("spark.driver.host", "127.0.0.1")
    builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    register(session)
    yield session
    session.stop()


def held(files, folder):
    return {path.removeprefix(folder + "/"): files.cat_file(path) for path in files.find(folder)}


def test_a_set_of_a_store(session, store, tmp_path):
    options, files = store
    pages = session.read.format("urlset").options(**options).option("findings", str(tmp_path / "found"))
    pages = pages.load("s3://maps/shop/sitemap_index.xml")
    assert pages.count() == 13
    assert {row.source for row in pages.select("source").distinct().collect()} == {
        f"s3://maps/shop/{name}" for name in ("products.xml.gz", "guides.xml.gz", "pages.xml")
    }
    # Hadoop's name for the same.
    again = session.read.format("urlset").options(**options).option("findings", str(tmp_path / "again"))
    assert again.load("s3a://maps/shop/*.xml.gz").count() == 11

    def save(frame, folder, mode="overwrite", **more):
        own = {"base_url": "https://e.com/", "max_urls": "4", "index": f"{folder}/index.xml", **options, **more}
        frame.coalesce(2).write.format("urlset").mode(mode).options(**own).save(folder + "/part-{n:02}.xml.gz")

    save(pages, "s3://maps/out")
    # The same to a folder of this machine, which the command names.
    save(pages, str(tmp_path / "out"))
    alone = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert held(files, "maps/out") == alone and len(alone) > 3
    written = session.read.format("urlset").options(**options).load("s3://maps/out/index.xml")
    assert sorted(map(str, written.select("loc", "lastmod", "image").collect())) == sorted(
        map(str, pages.select("loc", "lastmod", "image").collect())
    )
    with pytest.raises(Exception, match="must not be replaced"):
        save(pages, "s3://maps/out", mode="append")
    with pytest.raises(Exception, match="a folder of its own"):
        save(pages, "s3://maps/out", prune="true")
    assert held(files, "maps/out") == alone
    # Of fewer files; what stays is told.
    save(pages, "s3://maps/out", max_urls="100", findings=str(tmp_path / "told"))
    said = [row.message for row in session.read.json(str(tmp_path / "told")).where("rule = 'said'").collect()]
    assert said == ["s3://maps/out/part-03.xml.gz and 1 file more: named as -o names files, not of this run, left alone"]


def test_what_fails_leaves_nothing_in_a_store(session, store):
    from pyspark.sql.functions import col, raise_error, when

    options, files = store
    frame = session.createDataFrame([(f"https://e.com/{n}",) for n in range(100)], "loc string").repartition(4)
    late = when(col("loc").endswith("/77"), raise_error("no")).otherwise(col("loc"))
    with pytest.raises(Exception):
        out = frame.withColumn("loc", late).write.format("urlset").mode("overwrite").options(**options)
        out.option("max_urls", "5").save("s3://maps/none/part-{n}.xml")
    # Tasks that were under way may end later than the job. What they leave, no index names. (Asked for
    # while they do, s3fs may answer with the folder itself.)
    left = set(files.find("maps/none")) - {"maps/none"}
    assert [path for path in left if not path.startswith("maps/none/.urlset-")] == []
    frame = session.createDataFrame([("https://e.com/a",), ("/relative",)], "loc string").coalesce(1)
    with pytest.raises(Exception, match="1 left out"):
        frame.write.format("urlset").mode("overwrite").options(**options).save("s3://maps/lost/part-{n}.xml")
    assert set(files.find("maps/lost")) - {"maps/lost"} == set()


def test_what_is_not_in_a_store_is_said(session, store):
    options, _ = store
    with pytest.raises(Exception, match="s3://maps/none/sitemap.xml: nothing is there"):
        session.read.format("urlset").options(**options).load("s3://maps/none/sitemap.xml").count()
