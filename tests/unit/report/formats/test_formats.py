from bakeoff.report.formats import FORMATS, formats_in_order


def test_every_format_has_a_place_of_its_own_and_says_what_it_is():
    ordered = formats_in_order()
    assert [each.place for each in ordered] == list(range(1, len(FORMATS) + 1))
    assert all(each.title and "/" in each.media for each in ordered)


def test_which_formats_tell_of_an_error_rate():
    told = [each.key for each in formats_in_order() if each.render_sheet is not None]
    assert told == ["txt", "md", "json", "html", "svg", "png", "pdf"]
