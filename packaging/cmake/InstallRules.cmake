# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake --install: the program with the recorder beside it, and the desktop integration.
include(GNUInstallDirs)

if(TARGET attnscope)
    install(TARGETS attnscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET attnscope_recorder)
    install(TARGETS attnscope_recorder LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
foreach(pair IN ITEMS "io.github.attnscope.AttnScope.desktop|applications" "io.github.attnscope.AttnScope.metainfo.xml|metainfo"
                      "io.github.attnscope.AttnScope.svg|icons/hicolor/scalable/apps")
    string(REPLACE "|" ";" pair "${pair}")
    list(GET pair 0 file)
    list(GET pair 1 folder)
    if(EXISTS "${PROJECT_SOURCE_DIR}/packaging/${file}")
        install(FILES "${PROJECT_SOURCE_DIR}/packaging/${file}" DESTINATION "${CMAKE_INSTALL_DATADIR}/${folder}")
    endif()
endforeach()
