"""What pip is told of package indexes reaches uv, in uv's words."""

from bootstrap import passed_on

LISTING = """\
:env:.find-links='/one /two'
:env:.index-url='http://mirror.example/simple'
global.extra-index-url='\\nhttp://first.example/simple\\nhttp://second.example/simple'
global.index-url='http://other.example/simple'
global.timeout='60'
"""


def test_indexes_are_passed_on_and_the_environment_goes_before_the_file() -> None:
    assert passed_on(LISTING) == {
        "UV_FIND_LINKS": "/one,/two",
        "UV_DEFAULT_INDEX": "http://mirror.example/simple",
        "UV_INDEX": "http://first.example/simple http://second.example/simple",
    }


def test_nothing_said_is_nothing_passed_on() -> None:
    assert passed_on("") == {}
